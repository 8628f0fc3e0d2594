// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include "command/simulation.hpp"
#include "output/report.hpp"
#include "reference/reference.hpp"
#include "solver/checks.hpp"

namespace ministencil {

/// What a checkpoint found that has looked at a field of `points` points.
template <class T>
ReferenceCheck reference_check(const ReferenceCheckpoint<T>& checkpoint, Index points);

/// Steps a simulation to its end, or to the first check that fails, with the checks, snapshots and
/// progress that the input asks for, and fills in what `report` says about it: steps, timing, halo,
/// checks, files, warnings. `reference` may be null. Collective.
/// Returns whether every check passed.
template <class T>
bool step_through(MPI_Comm world, const Assembly& assembly, const AxisTables& tables,
                  Simulation<T>& simulation, Reference<T>* reference, RunReport& report);

}  // namespace ministencil
