// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "backend/backend.hpp"
#include "solver/heat_solver.hpp"

namespace ministencil {

/// At most a fixed number of samples, evenly spread over however many come: when the store is full
/// every second one is dropped, and from then on only every second one is kept.
class SampleStore {
 public:
  void add(double sample);
  const std::vector<double>& samples() const { return samples_; }

 private:
  std::vector<double> samples_;
  Index seen_ = 0, stride_ = 1;
};

/// Steps to leave out as warm-up: a tenth, at most five; none of a single step.
constexpr Index warm_up_steps(Index steps) {
  return steps < 2 ? 0 : std::clamp<Index>(steps / 10, 1, 5);
}

/// Times the steps after the first `warm_up` by the backend's clock, without making it wait: a
/// step's moments are read only when their slots are needed again, many steps later.
class StepTimer : public StepObserver {
 public:
  StepTimer(std::unique_ptr<Stopwatch> stopwatch, Index warm_up)
      : stopwatch_(std::move(stopwatch)), warm_up_(warm_up) {}
  /// Slots that the stopwatch has to have.
  static constexpr int slots() { return steps_in_flight * events; }

  void at(StepEvent event) override;
  /// Reads what is outstanding; call before the results, when the run has ended.
  void finish();

  /// Seconds a step.
  const std::vector<double>& steps() const { return steps_.samples(); }
  /// Seconds of a step in which the compute queue fills, waits for or unpacks its halo.
  const std::vector<double>& exposed_halo() const { return exposed_.samples(); }

 private:
  static constexpr int events = 5, steps_in_flight = 64;

  int slot(Index step, StepEvent event) const {
    return static_cast<int>(step % steps_in_flight) * events + static_cast<int>(event);
  }
  void read_step(Index step);

  std::unique_ptr<Stopwatch> stopwatch_;
  Index warm_up_;
  Index begun_ = 0, ended_ = 0, read_ = 0;  // steps
  SampleStore steps_, exposed_;
};

}  // namespace ministencil
