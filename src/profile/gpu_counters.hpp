// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <stdexcept>
#include <string>

#include "core/box.hpp"

namespace ministencil {

/// What the hardware counted while some work ran.
struct GpuCounts {
  Index loads = 0, stores = 0;             // 32-byte sectors requested by global loads and stores
  Index l2_reads = 0;                      // 32-byte sectors read from L2
  double dram_read = 0, dram_written = 0;  // bytes
};

/// Why there are no counts; a reason, not a failure of the run.
struct CountersUnavailable : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The hardware counters of the current CUDA device, by CUPTI's range profiler. While one process
/// holds them no other can: destroy it before the next one's turn.
class GpuCounters {
 public:
  /// Throws CountersUnavailable: no CUDA in this build, no CUPTI library, no permission, or busy.
  GpuCounters();
  ~GpuCounters();

  /// Runs `work`, which has to wait for the device, once for every pass that the counters need.
  GpuCounts count(const std::function<void()>& work);

 private:
  struct Session;
  std::unique_ptr<Session> session_;
};

}  // namespace ministencil
