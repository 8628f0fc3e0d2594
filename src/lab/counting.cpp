// SPDX-License-Identifier: Apache-2.0
#include "lab/counting.hpp"

#include "sectors/fewest.hpp"

namespace ministencil {

namespace {

constexpr Index sector_bytes = 32;

/// On a plane there are no neighbours along z, and with fixed faces every value is needed.
Index fewest_of(const Trial& trial) {
  const CountTask& task = trial.task;
  if (trial.dimensions() == 2) {
    return 2 * ceil_div(task.layout.elements * bytes_of(task.precision), sector_bytes);
  }
  const FewestSectors fewest = fewest_sectors(task.layout, task.block, task.box, task.precision);
  return fewest.loads + fewest.stores;
}

}  // namespace

ProfileCount count_profile(const Subject& subject, Index points, CountBy method) {
  ProfileCount count{.trial = profile_trial(subject, points),
                     .method = method,
                     .counted = {},
                     .fewest = 0,
                     .findings = {}};
  const CountTask& task = count.trial.task;
  count.findings = method == CountBy::sampling ? inspect_sampled(task) : inspect_full(task);
  count.counted = count.findings.global();
  count.fewest = fewest_of(count.trial);
  return count;
}

}  // namespace ministencil
