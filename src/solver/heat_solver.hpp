// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "backend/backend.hpp"
#include "halo/exchange.hpp"
#include "stencil/coefficients.hpp"

namespace ministencil {

/// Moments of a step, for whoever measures or tests: the loop itself knows no clock.
enum class StepEvent { began, halo_started, interior_swept, halo_finished, shells_swept };

class StepObserver {
 public:
  virtual ~StepObserver() = default;
  virtual void at(StepEvent event) = 0;
};

/// Whether the interior is swept while messages travel, or everything after they arrived.
enum class Overlap { off, on };

/// How the owned points are cut: without overlap everything is interior, swept once the halo is
/// there; with it the shells are `radius` points thick.
Partition partition_for(Overlap overlap, const FieldLayout& layout, const HaloPlan& plan,
                        Index radius);

/// Steps a rank's part of the field: two buffers, one kernel, one halo exchange.
template <class T>
class HeatSolver {
 public:
  /// `initial` holds the owned points, rows back to back.
  HeatSolver(Backend<T>& backend, HaloExchange<T>& halo, const FieldLayout& layout,
             const LocalBlock& block, const Coefficients<T>& coefficients, Overlap overlap,
             const std::vector<T>& initial);

  void step(StepObserver* observer = nullptr);
  Index steps_done() const { return steps_done_; }

  /// Returns when all work given so far is done.
  void wait();
  /// The owned points after steps_done() steps, rows back to back.
  std::vector<T> values();
  /// The field's memory and the spare buffer, for measuring a copy. Overwrites the spare.
  void copy_field_to_spare();
  /// Halo exchange alone, for measuring it. Leaves the field's owned points as they are.
  void exchange_only();
  /// Sweeps of one phase of a step again, into the spare buffer, for counting. The field stays.
  enum class Phase { interior, shells };
  void replay(Phase phase);

  const Partition& partition() const { return partition_; }
  Index bytes_a_field() const { return layout_.elements * Index{sizeof(T)}; }

 private:
  T* current() { return buffers_[0].get() + layout_.origin; }
  T* spare() { return buffers_[1].get() + layout_.origin; }
  void sweep(const Box& box);

  Backend<T>& backend_;
  HaloExchange<T>& halo_;
  FieldLayout layout_;
  LocalBlock block_;
  Coefficients<T> coefficients_;
  Overlap overlap_;
  Partition partition_;
  std::array<Allocation<T>, 2> buffers_;
  Index steps_done_ = 0;
};

}  // namespace ministencil
