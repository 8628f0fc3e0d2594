// SPDX-License-Identifier: Apache-2.0
/// For builds without CUDA.
#include "backend/devices.hpp"
#include "core/error.hpp"

namespace ministencil {

std::vector<Device> visible_devices() { return {}; }
void use_device(int) { throw MachineError("this build has no CUDA; configure the preset 'cuda'"); }
DeviceMemory device_memory() { return {}; }
std::string device_architecture() { return {}; }

}  // namespace ministencil
