// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "command/options.hpp"
#include "kernel_file/host_compiler.hpp"

namespace ministencil {

/// What `ministencil lab` prints, and whether the kernel is right, faultless and within the gate.
struct LabResult {
  std::string text;
  bool passed;
};

/// Compiles, verifies, counts and explains a kernel file, in a process of its own: a kernel that
/// ends or breaks it, or never ends, fails. Local to the calling process. Throws InputError for a
/// file that is no kernel, does not compile or cannot be launched so.
LabResult lab(const LabOptions& options, const HostCompiler& compiler);

}  // namespace ministencil
