// SPDX-License-Identifier: Apache-2.0
/// A kernel file compiled for a GPU while the program runs, before it is loaded. Plain data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/precision.hpp"

namespace ministencil {

/// Names in the machine code of a kernel's instances for one order and precision, by the form of
/// the update. A plain kernel, which has its formula built in, has one name for both.
struct DeviceInstances {
  Precision precision;
  int radius;
  std::string isotropic, anisotropic;
};

struct DeviceCode {
  std::string kernel;                      // its name in reports
  int dimensions = 3;                      // of the grids that it updates
  std::string binary;                      // machine code, as the CUDA runtime loads it
  std::vector<DeviceInstances> instances;  // what was compiled
  /// Of a plain kernel: the numbers that it takes after N, 64 bits each, the lower ones first.
  std::optional<std::vector<std::uint64_t>> numbers;
};

}  // namespace ministencil
