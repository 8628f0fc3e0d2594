// SPDX-License-Identifier: Apache-2.0
/// Which kernels a comparison runs, and how each is launched.
#pragma once

#include <string>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "configuration/configuration.hpp"
#include "output/comparison.hpp"

namespace ministencil {

/// A kernel that takes the input. The input's block and chunk are those of the kernel that it
/// names; every other kernel has its defaults.
struct Candidate {
  const Kernel* kernel;
  KernelSettings settings;
  KernelChoice launch;
};

struct Candidates {
  std::vector<Candidate> kernels;
  std::vector<LeftOut> left_out;  // with the reason
};

/// Of the kernels called `names` for the input's grid, in that order; of all where there are none.
/// Throws InputError for a name that no kernel has, with the nearest one, and where no kernel is
/// left.
Candidates candidates_of(const Configuration& configuration, const std::vector<std::string>& names,
                         BackendKind backend);

/// Throws InputError for a backend that runs none of the kernels; `reason` is why it was chosen.
void require_kernels(BackendKind backend, const std::string& reason);

}  // namespace ministencil
