// SPDX-License-Identifier: Apache-2.0
#include "solver/step_timer.hpp"

#include <algorithm>

namespace ministencil {

namespace {

constexpr std::size_t most_samples = 65536;

double seconds_between(std::chrono::steady_clock::time_point from,
                       std::chrono::steady_clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

}  // namespace

Spread spread_of(std::vector<double> samples) {
  if (samples.empty()) return {};
  std::sort(samples.begin(), samples.end());
  const std::size_t middle = samples.size() / 2;
  const double median = samples.size() % 2 == 1
                            ? samples[middle]
                            : 0.5 * (samples[middle - 1] + samples[middle]);
  return {samples.front(), median, samples.back(), static_cast<Index>(samples.size())};
}

void SampleStore::add(double seconds) {
  if (seen_++ % stride_ != 0) return;
  if (samples_.size() == most_samples) {
    for (std::size_t kept = 0; kept < most_samples / 2; ++kept) samples_[kept] = samples_[2 * kept];
    samples_.resize(most_samples / 2);
    stride_ *= 2;
  }
  samples_.push_back(seconds);
}

void StepTimer::at(StepEvent event) {
  const auto now = Clock::now();
  if (event == StepEvent::began) {
    began_ = now;
    halo_seconds_ = 0;
  } else if (event == StepEvent::halo_started || event == StepEvent::halo_finished) {
    halo_seconds_ += seconds_between(last_, now);
  } else if (event == StepEvent::shells_swept && ++seen_ > warm_up_) {
    const double step = seconds_between(began_, now);
    total_ += step;
    steps_.add(step);
    exposed_.add(halo_seconds_);
  }
  last_ = now;
}

}  // namespace ministencil
