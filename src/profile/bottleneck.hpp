// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "profile/utilisation.hpp"

namespace ministencil {

enum class Bound {
  dram_bandwidth,
  l2_bandwidth,
  l1_bandwidth,
  issue,
  memory_latency,
  barriers,
  other_latency,
};

/// "DRAM bandwidth", "memory latency", …
std::string name_of(Bound bound);

struct Bottleneck {
  Bound bound;
  std::string
      evidence;  // "DRAM busy 91 %", "no part busier than 55 %; 62 % of waiting is for memory"
};

/// A part that is busy at least this share of the time cannot be loaded much more. The rule of
/// Nsight Compute's guide: above 80 % of a part's peak it is the limit, below it latency is.
inline constexpr double saturated = 0.8;

/// What a kernel with this utilisation is bound by: the busiest saturated part; else, since nothing
/// is saturated, what its warps wait for most. Waiting for a turn at issuing is no reason.
Bottleneck bottleneck_of(const Utilisation& utilisation);

}  // namespace ministencil
