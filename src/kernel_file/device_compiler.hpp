// SPDX-License-Identifier: Apache-2.0
/// NVRTC, CUDA's compiler for programs that run, on kernel files: no toolkit and no process.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "catalogue/device_code.hpp"
#include "kernel_file/kernel_text.hpp"
#include "kernel_file/wrapper.hpp"
#include "stencil/description.hpp"

namespace ministencil {

struct DeviceCompiler {
  std::filesystem::path headers;  // folder of the project's headers (choose_host_compiler())
  std::string architecture;       // of the GPU: "sm_90"
};

/// What an instance of a variant is for.
struct StencilForm {
  Precision precision;
  int order;
};

/// All that a kernel takes.
std::vector<StencilForm> forms_of(const KernelDescription& description);

/// Compiles a kernel file with the options of the catalogue's kernels, so that its bits are theirs:
/// of a variant the instances for `forms`, which its description takes, of a plain kernel the
/// function itself. Throws InputError with the compiler's words about the file's own lines if it
/// does not compile, or unless `arguments` are those that a plain kernel takes; MachineError if
/// there is no NVRTC, or none for this GPU.
DeviceCode compile_for_device(const DeviceCompiler& compiler, const KernelText& kernel,
                              int dimensions, const std::vector<KernelArgument>& arguments,
                              const std::vector<StencilForm>& forms);

}  // namespace ministencil
