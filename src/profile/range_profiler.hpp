// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <vector>

namespace ministencil {

/// Why there are no counts; a reason, not a failure of the run.
struct CountersUnavailable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Hardware counters of the current CUDA device, by CUPTI's range profiler. While one process holds
/// them no other can: destroy it before the next one's turn.
class RangeProfiler {
 public:
  /// `metrics` are string literals, names as CUPTI and Nsight Compute have them. Throws
  /// CountersUnavailable: no CUDA in this build, no CUPTI library, no such metric on this chip, no
  /// permission, or busy.
  explicit RangeProfiler(std::vector<const char*> metrics);
  ~RangeProfiler();

  /// Runs `work`, which has to wait for the device, once for every pass that the metrics need.
  /// Their values, in their order. Throws CountersUnavailable.
  std::vector<double> measure(const std::function<void()>& work);

 private:
  struct Session;
  std::unique_ptr<Session> session_;
};

}  // namespace ministencil
