// SPDX-License-Identifier: Apache-2.0
#include "lab/device_verification.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/error.hpp"

namespace ministencil {

namespace {

std::vector<LabTrial> all_trials(const Subject& subject, Index profile_points) {
  const Trials trials = trials_of(subject, profile_points);
  std::vector<LabTrial> all = trials.inspected;
  for (const LabTrial& trial : trials.compared) all.push_back(trial);
  return all;
}

/// Launches that disagree tell more than the values of one of them.
Diagnosis diagnose_launches(const std::vector<TrialResult>& results) {
  const auto unsteady = std::find_if(results.begin(), results.end(), [](const TrialResult& r) {
    return r.comparison.unsteady > 0;
  });
  if (unsteady == results.end()) return {};
  return {Reason::fault,
          fmt::format("{} elements differ from one launch of the same trial to the next ({}): "
                      "threads race, or values are taken that nobody stored",
                      unsteady->comparison.unsteady, text_of(unsteady->trial))};
}

Diagnosis verdict_of(const DeviceVerification& v) {
  if (!v.stopped.empty()) return {Reason::fault, v.stopped};
  if (Diagnosis unsteady = diagnose_launches(v.results); unsteady.reason != Reason::none) {
    return unsteady;
  }
  if (Diagnosis wrong = diagnose_together(v.results); wrong.reason != Reason::none) return wrong;
  if (v.random && !v.random->is_rounding()) return diagnose_random(*v.random);
  return {};
}

}  // namespace

DeviceVerification verify_on(
    TrialDevice& device, const Subject& subject, Index profile_points,
    const std::function<void(const DeviceVerification&, const std::string&)>& before) {
  DeviceVerification v;
  const std::vector<LabTrial> trials = all_trials(subject, profile_points);
  const auto attempt = [&](const std::string& name, const std::function<void()>& work) {
    if (!v.stopped.empty()) {
      v.left_out.push_back(name);
      return;
    }
    before(v, name);
    try {
      work();
    } catch (const Error& error) {
      v.stopped = name + ": " + error.what();
    }
  };
  for (const LabTrial& trial : trials) {
    attempt(text_of(trial), [&] {
      const LabComparison comparison = compare(device, trial, device_launches);
      v.results.push_back({trial, comparison, diagnose(trial, comparison)});
    });
  }
  if (has_catalogue_formula(trials.front())) {
    attempt("random numbers, " + text_of(trials.front()),
            [&] { v.random = compare_random(device, trials.front()); });
  }
  v.verdict = verdict_of(v);
  return v;
}

}  // namespace ministencil
