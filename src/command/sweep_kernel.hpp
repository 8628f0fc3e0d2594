// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include "command/machine.hpp"
#include "configuration/configuration.hpp"
#include "tuning/block_sweep.hpp"

namespace ministencil {

/// What a sweep of a kernel does with each launch, in words.
std::string how_a_kernel_is_swept(RankedBy measure);

/// Steps the input's field from its initial state with every launch of `all`, on this rank alone:
/// times each step on a GPU, hashes the field, and counts the sectors of a step unless
/// sectors.count is none. A launch that this GPU refuses gets its reason as limit. Throws what a
/// run would.
BlockSweep sweep_kernel(MPI_Comm self, const Configuration& configuration, const Machine& machine,
                        const std::vector<LaunchCandidate>& all);

/// What a reader of the times has to know: fields in a cache, steps too short for the clock.
std::vector<std::string> notes_on_sweep(const BlockSweep& sweep, const Configuration& configuration,
                                        const Machine& machine);

}  // namespace ministencil
