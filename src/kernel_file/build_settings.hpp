// SPDX-License-Identifier: Apache-2.0
/// How this program's own kernels were compiled, so that a kernel file is compiled alike.
#pragma once

#include <string>
#include <vector>

namespace ministencil {

struct BuildSettings {
  std::string compiler;                      // path of the host compiler
  std::vector<std::string> common;           // options of both compilations
  std::vector<std::string> plain, counting;  // options of each, after the common ones
  std::string variant_wrapper;               // source text around a variant: emulated_kernel.cpp.in
  std::string plain_wrapper;                 // and around a plain kernel: plain_kernel.cpp.in
  std::string source_folder;                 // holds the headers of all parts
  std::string installed_folder;              // the same after an install, from the program's folder
};

const BuildSettings& build_settings();

}  // namespace ministencil
