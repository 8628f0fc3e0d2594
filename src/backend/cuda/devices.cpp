// SPDX-License-Identifier: Apache-2.0
#include "backend/devices.hpp"

#include <utility>

#include "backend/cuda/runtime.hpp"

namespace ministencil {

std::vector<Device> visible_devices() {
  int count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess) {
    cudaGetLastError();  // no driver or no device: the caller decides whether that is an error
    return {};
  }
  std::vector<Device> devices;
  for (int index = 0; index < count; ++index) {
    char id[32] = {};
    check_cuda(cudaDeviceGetPCIBusId(id, sizeof id, index), "read a GPU's address");
    cudaDeviceProp properties{};
    check_cuda(cudaGetDeviceProperties(&properties, index), "read a GPU's properties");
    devices.push_back({id, properties.name});
  }
  return devices;
}

void use_device(int index) {
  check_cuda(cudaSetDevice(index), "use GPU " + std::to_string(index),
             "check nvidia-smi: another process may hold it exclusively");
  check_cuda(cudaFree(nullptr), "make a context on GPU " + std::to_string(index),
             "check nvidia-smi: another process may hold it exclusively or fill its memory");
}

DeviceMemory device_memory() {
  std::size_t free = 0, total = 0;
  check_cuda(cudaMemGetInfo(&free, &total), "read the GPU's memory");
  return {static_cast<Index>(free), static_cast<Index>(total)};
}

std::string device_architecture() {
  int device = 0, major = 0, minor = 0;
  check_cuda(cudaGetDevice(&device), "find the current device");
  for (const auto& [number, attribute] : {std::pair{&major, cudaDevAttrComputeCapabilityMajor},
                                          {&minor, cudaDevAttrComputeCapabilityMinor}}) {
    check_cuda(cudaDeviceGetAttribute(number, attribute, device), "read the GPU's architecture");
  }
  return "sm_" + std::to_string(10 * major + minor);
}

}  // namespace ministencil
