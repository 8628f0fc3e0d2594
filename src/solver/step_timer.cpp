// SPDX-License-Identifier: Apache-2.0
#include "solver/step_timer.hpp"

namespace ministencil {

namespace {

constexpr std::size_t most_samples = 65536;

}  // namespace

void SampleStore::add(double sample) {
  if (seen_++ % stride_ != 0) return;
  if (samples_.size() == most_samples) {
    for (std::size_t kept = 0; kept < most_samples / 2; ++kept) samples_[kept] = samples_[2 * kept];
    samples_.resize(most_samples / 2);
    stride_ *= 2;
  }
  samples_.push_back(sample);
}

void StepTimer::at(StepEvent event) {
  if (event == StepEvent::began) {
    if (begun_ - read_ == steps_in_flight) read_step(read_);
    ++begun_;
  }
  stopwatch_->mark(slot(begun_ - 1, event), Queue::compute);
  if (event == StepEvent::shells_swept) ++ended_;
}

void StepTimer::finish() {
  while (read_ < ended_) read_step(read_);
}

void StepTimer::read_step(Index step) {
  ++read_;
  if (step < warm_up_) return;
  const auto between = [&](StepEvent from, StepEvent to) {
    return stopwatch_->seconds(slot(step, from), slot(step, to));
  };
  steps_.add(between(StepEvent::began, StepEvent::shells_swept));
  exposed_.add(between(StepEvent::began, StepEvent::halo_started) +
               between(StepEvent::interior_swept, StepEvent::halo_finished));
}

}  // namespace ministencil
