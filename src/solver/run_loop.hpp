// SPDX-License-Identifier: Apache-2.0
/// The time loop, and what looks at the field while it runs.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "solver/heat_solver.hpp"

namespace ministencil {

/// The field at a completed step, as every observer due at that step sees it.
template <class T>
struct Moment {
  Index step;
  double time;                   // seconds of simulated time
  const std::vector<T>& values;  // owned points, rows back to back
};

enum class Verdict { go_on, stop };

/// Looks at the field at the steps that it names; the same steps on every rank.
template <class T>
class FieldObserver {
 public:
  virtual ~FieldObserver() = default;
  virtual bool due(Index step) const = 0;
  /// Collective. All ranks return the same verdict.
  virtual Verdict observe(const Moment<T>& moment) = 0;
};

/// Whether `step` is a multiple of `every` (0: never), or the last of `steps` where `at_end`.
constexpr bool is_due(Index step, Index every, Index steps, bool at_end) {
  return (every > 0 && step % every == 0) || (at_end && step == steps);
}

/// Steps `solver` until `steps` are done or an observer says stop: later observers do not see that
/// field. Each observer due at a step, step 0 included, sees the field once; it is copied out only
/// then. `time_step` in seconds: times are computed as step · time_step, never summed. `after_step`
/// is called after every step.
template <class T>
void run_loop(HeatSolver<T>& solver, Index steps, double time_step,
              std::span<FieldObserver<T>* const> observers, StepObserver* timer,
              const std::function<void(Index step)>& after_step);

}  // namespace ministencil
