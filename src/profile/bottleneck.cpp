// SPDX-License-Identifier: Apache-2.0
#include "profile/bottleneck.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

namespace ministencil {

namespace {

struct Part {
  Bound bound;
  const char* name;
  double busy;
};

struct Wait {
  Stall stall;
  double share;
};

/// The two longest, longest first.
std::array<Wait, 2> longest_waits(const Utilisation& utilisation) {
  std::array<Wait, stalls> waits{};
  for (int i = 0; i < stalls; ++i) waits[i] = {static_cast<Stall>(i), utilisation.stalled[i]};
  waits[static_cast<std::size_t>(Stall::other_warps)].share = 0;
  std::ranges::partial_sort(waits, waits.begin() + 2, std::greater{}, &Wait::share);
  return {waits[0], waits[1]};
}

Bound latency_of(Stall stall) {
  switch (stall) {
    case Stall::memory:
      return Bound::memory_latency;
    case Stall::barrier:
      return Bound::barriers;
    default:
      return Bound::other_latency;
  }
}

}  // namespace

std::string name_of(Bound bound) {
  switch (bound) {
    case Bound::dram_bandwidth:
      return "DRAM bandwidth";
    case Bound::l2_bandwidth:
      return "L2 bandwidth";
    case Bound::l1_bandwidth:
      return "L1 and shared-memory bandwidth";
    case Bound::issue:
      return "instruction issue";
    case Bound::memory_latency:
      return "memory latency";
    case Bound::barriers:
      return "barriers";
    case Bound::other_latency:
      break;
  }
  return "latency";
}

Bottleneck bottleneck_of(const Utilisation& utilisation) {
  const std::array parts{Part{Bound::dram_bandwidth, "DRAM", utilisation.dram},
                         Part{Bound::l2_bandwidth, "L2", utilisation.l2},
                         Part{Bound::l1_bandwidth, "L1", utilisation.l1},
                         Part{Bound::issue, "issue", utilisation.issue}};
  Part busiest = *std::ranges::max_element(parts, {}, &Part::busy);
  // What goes to DRAM goes through L2, which is never much less busy with it.
  const bool is_behind = busiest.bound == Bound::l2_bandwidth && utilisation.dram >= saturated;
  if (is_behind) busiest = parts[0];
  if (busiest.busy >= saturated) {
    return {busiest.bound, fmt::format("{} busy {:.0f} %", busiest.name, 100 * busiest.busy)};
  }
  const auto [first, second] = longest_waits(utilisation);
  return {latency_of(first.stall),
          fmt::format("nothing busier than {} at {:.0f} %; warps wait for {} {:.0f} % of the time "
                      "that they wait, for {} {:.0f} %",
                      busiest.name, 100 * busiest.busy, name_of(first.stall), 100 * first.share,
                      name_of(second.stall), 100 * second.share)};
}

}  // namespace ministencil
