// SPDX-License-Identifier: Apache-2.0
/// Whether a kernel is right: every trial of it, what is wrong, and why.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "emulator/findings.hpp"
#include "lab/counting.hpp"
#include "lab/diagnosis.hpp"

namespace ministencil {

struct TrialResult {
  LabTrial trial;
  LabComparison comparison;
  Diagnosis diagnosis;
};

struct Verification {
  std::vector<TrialResult> results;  // in the order of the trials
  std::vector<std::string>
      left_out;                   // trials that were not run, since they would touch other memory
  std::vector<Finding> findings;  // of all inspected launches
  std::optional<ProfileCount> profile;  // always there after verify()
  Diagnosis verdict;                    // what explains best what is wrong; none if nothing is
  std::optional<RandomBits> random;     // none if it was left out, or the formula is another

  bool passed() const { return verdict.reason == Reason::none; }
};

/// Called before every launch or series of launches on a trial's grid.
using BeforeTrial = std::function<void(const LabTrial&)>;

/// Runs all trials (lab/trial.hpp) and counts the sectors of the grid of `profile_points` a side:
/// by sampling if that gives what all blocks give on every inspected grid. Once an access out of
/// bounds is known, no trial is run that does not watch accesses.
Verification verify(
    const Subject& subject, Index profile_points,
    const BeforeTrial& before = [](const LabTrial&) {});

/// The diagnosis of all results together: that of the first that failed, unless numbers of chunks
/// or sizes tell the right ones from the wrong ones.
Diagnosis diagnose_together(const std::vector<TrialResult>& results);

/// That of a kernel which is right for whole numbers only.
Diagnosis diagnose_random(const RandomBits& random);

}  // namespace ministencil
