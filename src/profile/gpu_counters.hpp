// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "core/box.hpp"
#include "profile/range_profiler.hpp"

namespace ministencil {

/// What the hardware counted while some work ran.
struct GpuCounts {
  Index loads = 0, stores = 0;             // 32-byte sectors requested by global loads and stores
  Index l2_reads = 0;                      // 32-byte sectors read from L2
  double dram_read = 0, dram_written = 0;  // bytes
  Index texture_sectors = 0, surface_sectors = 0;  // of reads through textures, stores to surfaces
};

/// Counts of memory requests by the current device; holds the counters as RangeProfiler does.
class GpuCounters {
 public:
  /// Throws CountersUnavailable.
  GpuCounters();
  GpuCounts count(const std::function<void()>& work);

 private:
  RangeProfiler profiler_;
};

}  // namespace ministencil
