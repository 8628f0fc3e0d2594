// SPDX-License-Identifier: Apache-2.0
/// What precedes the first step, of a run and of every kernel of a comparison.
#pragma once

#include <mpi.h>

#include <memory>
#include <vector>

#include "command/assembly.hpp"
#include "command/machine.hpp"
#include "output/report.hpp"
#include "reference/session.hpp"
#include "solver/heat_solver.hpp"

namespace ministencil {

/// What is known before the first step; the ranks' rows on rank 0 only. Collective.
RunPlan describe(MPI_Comm world, const Assembly& assembly, const Machine& machine);

/// Starts Kokkos where the check or the backend needs it, on the solver's GPU. Collective; throws
/// AgreedError.
std::unique_ptr<KokkosSession> start_kokkos(MPI_Comm world, const Configuration& configuration,
                                            const Machine& machine);

/// Sectors of every rank on rank 0, counted in every way that the input and the backend allow.
/// Collective; throws AgreedError. `node` holds the ranks of this node.
template <class T>
std::vector<SectorRow> count_sectors(MPI_Comm world, MPI_Comm node, const Assembly& assembly,
                                     BackendKind backend, HeatSolver<T>& solver);

}  // namespace ministencil
