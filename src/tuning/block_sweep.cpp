// SPDX-License-Identifier: Apache-2.0
#include "tuning/block_sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace ministencil {

namespace {

std::optional<double> figure_of(const Trial& trial, RankedBy measure) {
  if (measure == RankedBy::seconds) {
    return trial.seconds ? std::optional(trial.seconds->median) : std::nullopt;
  }
  return trial.sectors ? std::optional(static_cast<double>(*trial.sectors)) : std::nullopt;
}

}  // namespace

std::vector<std::size_t> ranking(const BlockSweep& sweep, RankedBy measure) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < sweep.trials.size(); ++i) {
    if (figure_of(sweep.trials[i], measure)) order.push_back(i);
  }
  const auto key = [&](std::size_t i) {
    const Trial& trial = sweep.trials[i];
    return std::tuple(*figure_of(trial, measure), !trial.launch.is_default,
                      -trial.launch.block.threads(), i);
  };
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return key(a) < key(b); });
  return order;
}

std::vector<std::size_t> places(const BlockSweep& sweep, RankedBy measure) {
  std::vector<std::size_t> all(sweep.trials.size(), 0);
  std::size_t place = 0;
  for (const std::size_t i : ranking(sweep, measure)) all[i] = ++place;
  return all;
}

const Trial* first_of_other_hash(const BlockSweep& sweep) {
  const Trial* first = nullptr;
  for (const Trial& trial : sweep.trials) {
    if (!trial.hash) continue;
    if (!first) first = &trial;
    if (*trial.hash != *first->hash) return &trial;
  }
  return nullptr;
}

std::string text_of(const TunedFor& tuned_for) {
  return fmt::format("kernel '{}', {}D, order {}, {}, on {}", tuned_for.kernel,
                     tuned_for.dimensions, tuned_for.order, name_of(tuned_for.precision),
                     tuned_for.device);
}

}  // namespace ministencil
