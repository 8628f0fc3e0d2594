// SPDX-License-Identifier: Apache-2.0
#include "profile/utilisation.hpp"

#include <algorithm>
#include <numeric>

#include "profile/range_profiler.hpp"

namespace ministencil {

namespace {

struct StallMetric {
  Stall stall;
  const char* metric;
};

/// Mean number of warps that wait for it, per issued instruction.
constexpr std::array stall_metrics{
    StallMetric{Stall::memory,
                "smsp__average_warps_issue_stalled_long_scoreboard_per_issue_active.ratio"},
    StallMetric{Stall::shared_memory,
                "smsp__average_warps_issue_stalled_short_scoreboard_per_issue_active.ratio"},
    StallMetric{Stall::barrier, "smsp__average_warps_issue_stalled_barrier_per_issue_active.ratio"},
    StallMetric{Stall::memory_queue,
                "smsp__average_warps_issue_stalled_lg_throttle_per_issue_active.ratio"},
    StallMetric{Stall::memory_queue,
                "smsp__average_warps_issue_stalled_mio_throttle_per_issue_active.ratio"},
    StallMetric{Stall::arithmetic,
                "smsp__average_warps_issue_stalled_math_pipe_throttle_per_issue_active.ratio"},
    StallMetric{Stall::fixed_latency,
                "smsp__average_warps_issue_stalled_wait_per_issue_active.ratio"},
    StallMetric{Stall::other_warps,
                "smsp__average_warps_issue_stalled_not_selected_per_issue_active.ratio"},
    StallMetric{Stall::instructions,
                "smsp__average_warps_issue_stalled_no_instruction_per_issue_active.ratio"},
};

constexpr std::array share_metrics{
    "dram__throughput.avg.pct_of_peak_sustained_elapsed",
    "lts__throughput.avg.pct_of_peak_sustained_elapsed",
    "l1tex__throughput.avg.pct_of_peak_sustained_active",
    "smsp__issue_active.avg.pct_of_peak_sustained_active",
    "sm__warps_active.avg.pct_of_peak_sustained_active",
};

/// Cycles in which multiprocessors had work, and all of a range's, which begins before the kernel
/// is launched and ends after the host knows that it is done.
constexpr std::array cycle_metrics{"sm__cycles_active.avg", "sm__cycles_elapsed.avg"};

std::vector<const char*> metrics() {
  std::vector<const char*> names(share_metrics.begin(), share_metrics.end());
  names.insert(names.end(), cycle_metrics.begin(), cycle_metrics.end());
  for (const StallMetric& stall : stall_metrics) names.push_back(stall.metric);
  return names;
}

}  // namespace

std::string name_of(Stall stall) {
  constexpr std::array<const char*, stalls> names{
      "memory",     "shared memory", "barriers",    "memory queues",
      "arithmetic", "fixed latency", "other warps", "instruction fetch"};
  return names[static_cast<std::size_t>(stall)];
}

Utilisation measure_utilisation(const std::function<void()>& work) {
  const std::vector<double> values = RangeProfiler(metrics()).measure(work);
  const double active = values.at(share_metrics.size());
  const double elapsed = values.at(share_metrics.size() + 1);
  // DRAM and L2 are idle beside the kernel; their shares are of the whole range.
  const double beside = active > 0 ? elapsed / active : 1;
  Utilisation found{.dram = std::min(values.at(0) / 100 * beside, 1.0),
                    .l2 = std::min(values.at(1) / 100 * beside, 1.0),
                    .l1 = values.at(2) / 100,
                    .issue = values.at(3) / 100,
                    .occupancy = values.at(4) / 100};
  for (std::size_t i = 0; i < stall_metrics.size(); ++i) {
    found.stalled[static_cast<std::size_t>(stall_metrics[i].stall)] +=
        values.at(share_metrics.size() + cycle_metrics.size() + i);
  }
  const double all = std::accumulate(found.stalled.begin(), found.stalled.end(), 0.0);
  if (all > 0) {
    for (double& share : found.stalled) share /= all;
  }
  return found;
}

}  // namespace ministencil
