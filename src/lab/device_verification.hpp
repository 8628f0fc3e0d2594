// SPDX-License-Identifier: Apache-2.0
/// Whether a kernel is right where it will run: every trial once more on a device.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lab/trial_device.hpp"
#include "lab/verification.hpp"

namespace ministencil {

/// Of each trial: races need not show in one.
inline constexpr int device_launches = 3;

struct DeviceVerification {
  std::vector<TrialResult> results;   // in the order of the trials
  std::vector<std::string> left_out;  // trials after one that stopped the device
  std::string stopped;                // the trial that did, and how; empty if none
  Diagnosis verdict;                  // none if nothing is wrong
  std::optional<RandomBits> random;   // none if it was left out, or the formula is another

  bool passed() const { return verdict.reason == Reason::none; }
};

/// The trials of lab/trial.hpp, each of `device_launches` launches into poisoned memory, all of
/// whose elements are compared; and one on random numbers. Calls `before` with what is known so far
/// and the trial that is about to run, which may stop the process. A device that stopped runs
/// nothing any more. Nothing is thrown for what a kernel does.
DeviceVerification verify_on(
    TrialDevice& device, const Subject& subject, Index profile_points,
    const std::function<void(const DeviceVerification&, const std::string&)>& before);

}  // namespace ministencil
