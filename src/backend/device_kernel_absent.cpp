// SPDX-License-Identifier: Apache-2.0
/// For builds without CUDA, or with one whose runtime loads no code.
#include "backend/device_kernel.hpp"
#include "core/error.hpp"

namespace ministencil {

struct DeviceKernel::Loaded {};

DeviceKernel::DeviceKernel(const DeviceCode&) {
  throw MachineError(
      "kernel files cannot run on a GPU: this build has no CUDA, or one older than 12.8; configure "
      "the preset 'cuda' with a newer one");
}
DeviceKernel::~DeviceKernel() = default;
const CudaEntry* DeviceKernel::entry() const { return nullptr; }

}  // namespace ministencil
