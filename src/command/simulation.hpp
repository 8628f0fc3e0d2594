// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <memory>

#include "backend/make_backend.hpp"
#include "command/assembly.hpp"
#include "field/initial.hpp"
#include "halo/exchange.hpp"
#include "solver/heat_solver.hpp"

namespace ministencil {

/// Tables of the initial state, made on rank 0. Collective; throws AgreedError.
AxisTables tables_everywhere(MPI_Comm world, const Configuration& configuration);

/// This rank's owned points before the first step, rows back to back. Collective; throws
/// AgreedError.
template <class T>
std::vector<T> initial_field(MPI_Comm world, const Assembly& assembly, const AxisTables& tables);

/// What a rank steps with: backend, halo exchange and solver, in the order of the flow.
template <class T>
struct Simulation {
  std::unique_ptr<Backend<T>> backend;
  Coefficients<T> coefficients;
  HaloExchange<T> halo;
  HeatSolver<T> solver;

  /// `world` must outlive it. Throws on the ranks that fail.
  Simulation(MPI_Comm world, BackendKind kind, const Assembly& assembly,
             const std::vector<T>& initial);
};

}  // namespace ministencil
