// SPDX-License-Identifier: Apache-2.0
/// For builds without CUDA.
#include "backend/device_kernel.hpp"
#include "core/error.hpp"

namespace ministencil {

struct DeviceKernel::Loaded {};

DeviceKernel::DeviceKernel(const DeviceCode&) {
  throw MachineError("this build has no CUDA; configure the preset 'cuda'");
}
DeviceKernel::~DeviceKernel() = default;
const CudaEntry* DeviceKernel::entry() const { return nullptr; }

}  // namespace ministencil
