// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lab/trial.hpp"
#include "stencil/coefficients.hpp"

namespace ministencil {

/// A trial's field with the memory around it, in host memory.
template <class T>
struct TrialMemory {
  T* first;
  Index elements;  // a multiple of trial_row
  Index origin;    // where owned point (0, 0, 0) is
};
inline constexpr Index trial_row = 1024;

/// Where trials run other than in the emulator: a GPU, behind this interface.
class TrialDevice {
 public:
  virtual ~TrialDevice() = default;
  /// Runs the launches of a trial on copies of both memories and brings `out` back. Throws Error
  /// if the device refuses the launch or stops.
  virtual void run(const LabTrial& trial, const Coefficients<float>& coefficients,
                   const TrialMemory<float>& in, const TrialMemory<float>& out) = 0;
  virtual void run(const LabTrial& trial, const Coefficients<double>& coefficients,
                   const TrialMemory<double>& in, const TrialMemory<double>& out) = 0;
};

}  // namespace ministencil
