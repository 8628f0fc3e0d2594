// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include "command/options.hpp"
#include "core/error.hpp"

namespace ministencil {

/// `ministencil tune`: sweeps the launches of an input's kernel or of a probe, prints the best,
/// writes tune.csv, tune.json and where it can tune.png, and stores a kernel's best launch. On one
/// rank. Returns check_failed, and stores nothing, if a launch changes the field or leaves texels
/// wrong. Collective; throws AgreedError.
ExitCode tune(MPI_Comm world, const TuneOptions& options);

}  // namespace ministencil
