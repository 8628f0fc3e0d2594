// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <vector>

#include "solver/heat_solver.hpp"

namespace ministencil {

/// Least, middle and largest of some durations, seconds.
struct Spread {
  double min = 0, median = 0, max = 0;
  Index samples = 0;
};
Spread spread_of(std::vector<double> samples);

/// Durations of at most a fixed number of samples, evenly spread over however many come: when the
/// store is full every second one is dropped, and from then on only every second one is kept.
class SampleStore {
 public:
  void add(double seconds);
  const std::vector<double>& samples() const { return samples_; }

 private:
  std::vector<double> samples_;
  Index seen_ = 0, stride_ = 1;
};

/// Times steps by the host's clock, for backends whose calls return when their work is done.
/// The first `warm_up` steps are not counted.
class StepTimer : public StepObserver {
 public:
  explicit StepTimer(Index warm_up) : warm_up_(warm_up) {}
  void at(StepEvent event) override;

  Spread step() const { return spread_of(steps_.samples()); }
  /// Seconds of a step in which the rank only packs, waits for or unpacks its halo.
  Spread exposed_halo() const { return spread_of(exposed_.samples()); }
  Index warm_up() const { return warm_up_; }
  /// Seconds in all counted steps.
  double total() const { return total_; }
  Index counted() const { return std::max<Index>(0, seen_ - warm_up_); }

 private:
  using Clock = std::chrono::steady_clock;

  Index warm_up_, seen_ = 0;
  Clock::time_point began_, last_;
  double halo_seconds_ = 0, total_ = 0;
  SampleStore steps_, exposed_;
};

/// Steps to leave out as warm-up: a tenth, at most five; none of a single step.
constexpr Index warm_up_steps(Index steps) {
  return steps < 2 ? 0 : std::clamp<Index>(steps / 10, 1, 5);
}

}  // namespace ministencil
