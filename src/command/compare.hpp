// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include "command/options.hpp"
#include "configuration/configuration.hpp"
#include "core/error.hpp"

namespace ministencil {

/// `ministencil compare`: steps every kernel that takes the input from the same initial field, on
/// the same backend and ranks, and reports bits, time, sectors and what bound each. Collective.
/// Returns good, or check_failed where a kernel has other bits; throws as run() does.
ExitCode compare(MPI_Comm world, const Configuration& configuration, const CompareOptions& options);

}  // namespace ministencil
