// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "catalogue/catalogue.hpp"
#include "kernel_file/kernel_text.hpp"

namespace ministencil {

/// A kernel in the laboratory, and the launch that the user wants.
struct Subject {
  const Kernel& kernel;
  KernelForm form;
  int dimensions;  // 2 or 3
  BlockShape block;
  std::optional<Index> chunks;  // blocks along z, in 2D along y; none: a thread a plane or row
};

}  // namespace ministencil
