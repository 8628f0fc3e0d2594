// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/host_backend.hpp"
#include "reference/session.hpp"
#include "reference/sweep.hpp"

namespace ministencil {

/// The reference's sweep as a solver: no kernel of ours, fast on CPUs. Needs a KokkosSession.
template <class T>
class KokkosBackend : public HostBackend<T> {
 public:
  std::string name() const override { return "kokkos (" + kokkos_host_space() + ")"; }
  void sweep(Queue, const Sweep<T>& sweep) override {
    reference_sweep(sweep.in, sweep.out, sweep.block.pitch, sweep.block.plane, sweep.box,
                    sweep.block.inner, sweep.coefficients);
  }
};

}  // namespace ministencil
