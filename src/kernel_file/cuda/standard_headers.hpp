// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

namespace ministencil {

struct StandardHeader {
  const char *name, *text;
};

/// NVRTC brings no headers: these hold what the project's own headers and usual kernels need of
/// C++'s and CUDA's. What is not among them is not found, which the compiler says by file and line.
std::span<const StandardHeader> standard_headers();

}  // namespace ministencil
