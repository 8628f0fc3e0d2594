// SPDX-License-Identifier: Apache-2.0
#include "profile/bottleneck.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ministencil {

namespace {

struct Part {
  Bound bound;
  const char* name;
  double busy;
};

Stall longest_wait(const Utilisation& utilisation) {
  auto waits = utilisation.stalled;
  waits[static_cast<std::size_t>(Stall::other_warps)] = 0;
  return static_cast<Stall>(std::max_element(waits.begin(), waits.end()) - waits.begin());
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
  const Part busiest = *std::ranges::max_element(parts, {}, &Part::busy);
  if (busiest.busy >= saturated) {
    return {busiest.bound, fmt::format("{} busy {:.0f} %", busiest.name, 100 * busiest.busy)};
  }
  const Stall wait = longest_wait(utilisation);
  return {latency_of(wait),
          fmt::format("nothing busier than {} at {:.0f} %; {:.0f} % of the waiting is for {}",
                      busiest.name, 100 * busiest.busy,
                      100 * utilisation.stalled[static_cast<std::size_t>(wait)], name_of(wait))};
}

}  // namespace ministencil
