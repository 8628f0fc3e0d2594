// SPDX-License-Identifier: Apache-2.0
#include "solver/run_loop.hpp"

#include <algorithm>

namespace ministencil {

namespace {

template <class T>
Verdict show(HeatSolver<T>& solver, double time_step,
             std::span<FieldObserver<T>* const> observers) {
  const Index step = solver.steps_done();
  const auto due = [&](const FieldObserver<T>* observer) { return observer->due(step); };
  if (std::none_of(observers.begin(), observers.end(), due)) return Verdict::go_on;
  const std::vector<T> values = solver.values();
  const Moment<T> moment{step, static_cast<double>(step) * time_step, values};
  for (FieldObserver<T>* observer : observers) {
    if (observer->due(step) && observer->observe(moment) == Verdict::stop) return Verdict::stop;
  }
  return Verdict::go_on;
}

}  // namespace

template <class T>
void run_loop(HeatSolver<T>& solver, Index steps, double time_step,
              std::span<FieldObserver<T>* const> observers, StepObserver* timer,
              const std::function<void(Index step)>& after_step) {
  while (show(solver, time_step, observers) == Verdict::go_on && solver.steps_done() < steps) {
    solver.step(timer);
    after_step(solver.steps_done());
  }
}

template void run_loop(HeatSolver<float>&, Index, double, std::span<FieldObserver<float>* const>,
                       StepObserver*, const std::function<void(Index)>&);
template void run_loop(HeatSolver<double>&, Index, double, std::span<FieldObserver<double>* const>,
                       StepObserver*, const std::function<void(Index)>&);

}  // namespace ministencil
