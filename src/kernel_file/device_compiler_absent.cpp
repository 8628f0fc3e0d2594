// SPDX-License-Identifier: Apache-2.0
/// For builds without CUDA.
#include "core/error.hpp"
#include "kernel_file/device_compiler.hpp"

namespace ministencil {

DeviceCode compile_for_device(const DeviceCompiler&, const KernelText&, int,
                              const std::vector<KernelArgument>&, const std::vector<StencilForm>&) {
  throw MachineError(
      "kernel files cannot be compiled for a GPU: this build has no CUDA; configure the preset "
      "'cuda'");
}

}  // namespace ministencil
