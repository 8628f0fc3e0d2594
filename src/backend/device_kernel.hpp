// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "catalogue/catalogue.hpp"
#include "catalogue/device_code.hpp"

namespace ministencil {

/// Machine code of a kernel file, loaded on the device in use (devices.hpp) for as long as this
/// lives. A Kernel whose on_device is entry() is run by the backend cuda like one of the catalogue.
class DeviceKernel {
 public:
  /// Throws MachineError if the device does not take the code.
  explicit DeviceKernel(const DeviceCode& code);
  ~DeviceKernel();
  DeviceKernel(const DeviceKernel&) = delete;
  DeviceKernel& operator=(const DeviceKernel&) = delete;

  const CudaEntry* entry() const;

 private:
  struct Loaded;
  std::unique_ptr<Loaded> loaded_;
};

}  // namespace ministencil
