// SPDX-License-Identifier: Apache-2.0
/// For builds without CUDA.
#include "sectors/gpu_counters.hpp"

namespace ministencil {

struct GpuCounters::Session {};

GpuCounters::GpuCounters() {
  throw CountersUnavailable("this build has no CUDA, so no hardware counters");
}
GpuCounters::~GpuCounters() = default;
GpuCounts GpuCounters::count(const std::function<void()>&) { return {}; }

}  // namespace ministencil
