// SPDX-License-Identifier: Apache-2.0
/// A few steps of a small domain on the ranks of a communicator.
#pragma once

#include <memory>
#include <vector>

#include "backend/make_backend.hpp"
#include "catalogue/catalogue.hpp"
#include "halo/exchange.hpp"
#include "halo/staged_transport.hpp"
#include "parallel/agreement.hpp"
#include "solver/heat_solver.hpp"
#include "support/oracle.hpp"

namespace ministencil::testing_support {

/// How a small run is made; `plan` may be changed before the solver is.
template <class T>
struct SmallRun {
  SmallRun(MPI_Comm communicator, const Domain& domain, const RankGrid& ranks)
      : communicator(communicator),
        decomposition(domain, ranks),
        owned(decomposition.owned(rank_of(communicator))),
        layout(application_layout(owned.extent(), halo_widths(decomposition, rank_of(communicator)),
                                  sizeof(T))),
        block(local_block(decomposition, rank_of(communicator), layout)),
        plan(make_halo_plan(decomposition, rank_of(communicator), layout)) {}

  /// This rank's points after `steps` steps.
  std::vector<T> run(Backend<T>& backend, const Coefficients<T>& coefficients, Overlap overlap,
                     const std::vector<T>& whole_initial, Index steps,
                     StepObserver* observer = nullptr) const {
    HaloExchange<T> halo(backend, block, plan,
                         std::make_unique<StagedTransport<T>>(communicator, backend, block, plan));
    HeatSolver<T> solver(backend, halo, layout, block, coefficients, overlap,
                         oracle_cut(decomposition.domain().points, whole_initial, owned));
    for (Index step = 0; step < steps; ++step) solver.step(observer);
    return solver.values();
  }

  MPI_Comm communicator;
  Decomposition decomposition;
  Box owned;
  FieldLayout layout;
  LocalBlock block;
  HaloPlan plan;
};

}  // namespace ministencil::testing_support
