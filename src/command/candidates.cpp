// SPDX-License-Identifier: Apache-2.0
#include "command/candidates.hpp"

#include "core/error.hpp"

namespace ministencil {

namespace {

std::vector<const Kernel*> kernels_called(const std::vector<std::string>& names, int dimensions) {
  std::vector<const Kernel*> kernels;
  for (const std::string& name : names) kernels.push_back(&find_kernel(name, dimensions));
  if (!names.empty()) return kernels;
  for (const Kernel& kernel : kernel_catalogue(dimensions)) kernels.push_back(&kernel);
  return kernels;
}

/// Empty for a kernel that takes the input.
std::string why_not(const Kernel& kernel, const Configuration& configuration, BackendKind backend) {
  if (kernel.description.gpu_only && backend == BackendKind::emulator) return "runs on GPUs only";
  return what_is_taken(kernel.description, configuration.order, configuration.precision);
}

Candidate candidate_of(const Kernel& kernel, const Configuration& configuration) {
  KernelSettings settings = configuration.kernel;
  if (settings.name != kernel.name) {
    settings.name = kernel.name;
    settings.block.reset();
    settings.chunk.reset();
    settings.block_from.clear();
  }
  const auto launch = choose_launch(kernel, settings.block ? &*settings.block : nullptr,
                                    settings.chunk ? &*settings.chunk : nullptr,
                                    bytes_of(configuration.precision), configuration.order);
  return {.kernel = &kernel, .settings = settings, .launch = launch};
}

}  // namespace

Candidates candidates_of(const Configuration& configuration, const std::vector<std::string>& names,
                         BackendKind backend) {
  Candidates candidates;
  for (const Kernel* kernel : kernels_called(names, configuration.grid.dimensions)) {
    std::string reason = why_not(*kernel, configuration, backend);
    try {
      if (reason.empty()) candidates.kernels.push_back(candidate_of(*kernel, configuration));
    } catch (const InputError& error) {
      reason = error.what();
    }
    if (!reason.empty()) candidates.left_out.push_back({kernel->name, reason});
  }
  if (!candidates.kernels.empty()) return candidates;
  const LeftOut& first = candidates.left_out.front();
  throw InputError("no kernel to compare is left: " + first.kernel + " " + first.reason +
                   "; name others with --kernels or change the input");
}

void require_kernels(BackendKind backend, const std::string& reason) {
  if (backend != BackendKind::kokkos) return;
  throw InputError(
      "backend kokkos (" + reason +
      ") runs none of the kernels, so there is nothing to compare; use a GPU, or --set "
      "backend=emulator with a grid that it can step");
}

}  // namespace ministencil
