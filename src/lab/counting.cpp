// SPDX-License-Identifier: Apache-2.0
#include "lab/counting.hpp"

#include "sectors/fewest.hpp"

namespace ministencil {

namespace {

Index fewest_of(const CountTask& task) {
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
  count.fewest = fewest_of(task);
  return count;
}

}  // namespace ministencil
