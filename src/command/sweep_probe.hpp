// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "tuning/block_sweep.hpp"

namespace ministencil {

/// What a sweep of a probe does with each block, in words.
std::string how_a_probe_is_swept();

/// A probe's sweep, and how many texels its blocks left wrong together.
struct ProbeSweep {
  BlockSweep sweep;
  Index wrong_texels = 0;
};

/// Times and checks every block of `all` on the GPU in use.
ProbeSweep sweep_probe(Probe probe, Index points, const std::vector<LaunchCandidate>& all);

/// Makes the first GPU that this process sees its own and returns its name. Throws MachineError,
/// naming the probe, where the build or the machine has none.
std::string use_gpu_for(Probe probe);

}  // namespace ministencil
