// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "output/comparison.hpp"
#include "output/sample_report.hpp"

namespace ministencil {

/// A kernel of two ranks, everything of which was measured.
inline ComparedKernel sample_kernel(const std::string& name, double seconds, Index sectors) {
  ComparedKernel kernel{.kernel = name, .block = {32, 16, 1}, .chunk = 64, .hash = 0xabc};
  kernel.reference = Measured<ReferenceCheck>::of(
      {.reference = "kokkos (Cuda)", .step = 22, .points = 262144, .differing = 0, .first = {}});
  kernel.step = statistics_of({seconds, seconds / 2, 2 * seconds});
  for (const int rank : {0, 1}) {
    kernel.sectors.push_back({rank, name, Phase::interior, SectorSource::emulated, 100,
                              Measured<SectorCount>::of({sectors / 2, 0}), 250});
    kernel.sectors.push_back({rank, name, Phase::interior, SectorSource::cupti, 100,
                              Measured<SectorCount>::of({sectors / 2, 0}), 250,
                              Measured<MemoryTraffic>::of({1000, 2000, 3000})});
  }
  KernelProfile profile{.kernel = name,
                        .points = 100,
                        .registers = 40,
                        .shared_bytes = 2448,
                        .occupancy_limit = 1,
                        .requests = {},
                        .utilisation = Measured<Utilisation>::of({.dram = 0.91})};
  kernel.profile = Measured<KernelProfile>::of(std::move(profile));
  kernel.flop_per_byte = Measured<double>::of(2.5);
  return kernel;
}

/// Of three kernels, the fastest of which asks for the most sectors.
inline KernelComparison sample_comparison() {
  KernelComparison comparison{.plan = sample_report().plan,
                              .date = "2026-12-01T10:20:30Z",
                              .steps = 22,
                              .warm_up_steps = 2,
                              .copy_bandwidth = Measured<double>::of(4.194304e9)};
  comparison.kernels = {sample_kernel("slow", 0.004, 1000), sample_kernel("fast", 0.001, 3000),
                        sample_kernel("middle", 0.002, 2000)};
  comparison.left_out = {{"texture", "takes orders 2 in float32, not order 2 in float64"}};
  return comparison;
}

/// The same on the emulator: neither times nor anything of a GPU.
inline KernelComparison emulated_comparison() {
  KernelComparison comparison = sample_comparison();
  comparison.copy_bandwidth = Measured<double>::none("emulated");
  for (ComparedKernel& kernel : comparison.kernels) {
    kernel.step = Measured<Statistics>::none("emulated");
    kernel.profile = Measured<KernelProfile>::none("the backend uses no GPU");
    std::erase_if(kernel.sectors,
                  [](const SectorRow& row) { return row.source == SectorSource::cupti; });
  }
  return comparison;
}

}  // namespace ministencil
