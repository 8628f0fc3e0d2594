// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "output/report.hpp"

namespace ministencil {

/// The report of a good run of two ranks in which everything was measured.
inline RunReport sample_report() {
  RunReport report;
  report.plan.configuration.source = "inputs/cube64.yaml";
  report.plan.configuration.output.directory = "results/cube64";
  report.plan.versions = {{"ministencil", "0.1.0"}, {"HDF5", "1.10.8, parallel"}};
  report.plan.backend = "emulator";
  report.plan.backend_reason = "no GPU found";
  report.plan.ranks = {1, 1, 2};
  report.plan.rows = {{.rank = 0,
                       .host = "a",
                       .device = "CPU",
                       .owned = {{0, 0, 0}, {64, 64, 32}},
                       .memory_bytes = 2'000'000,
                       .halo_messages = 1,
                       .halo_bytes = 16384},
                      {.rank = 1,
                       .host = "b,c",
                       .device = "CPU",
                       .owned = {{0, 0, 32}, {64, 64, 64}},
                       .memory_bytes = 2'000'000,
                       .halo_messages = 1,
                       .halo_bytes = 16384}};
  report.steps = 100;
  report.timing = {.step = statistics_of({0.001, 0.004, 0.002}),
                   .warm_up_steps = 5,
                   .stepping = 0.25,
                   .total = 3};
  report.copy_bandwidth = Measured<double>::of(4.194304e9);
  report.halo = Measured<HaloTimes>::of({.exposed = 1e-5, .hidden = 2e-4});
  for (const int rank : {0, 1}) {
    report.sectors.push_back({rank, "rotated", Phase::interior, SectorSource::emulated, 1000,
                              Measured<SectorCount>::of({300, 200}), 250});
    report.sectors.push_back({rank, "rotated", Phase::shells, SectorSource::emulated, 100,
                              Measured<SectorCount>::of({40, 20}), 30});
  }
  report.checks.reference = Measured<ReferenceCheck>::of(
      {.reference = "kokkos", .step = 100, .points = 262144, .differing = 0, .first = {}});
  report.checks.eigenmode = Measured<EigenmodeCheck>::of({.max_error = 1e-8, .tolerance = 1e-6});
  report.checks.hash = Measured<std::uint64_t>::of(0x0123456789abcdef);
  report.files = {"run.json", "sectors.csv"};
  return report;
}

}  // namespace ministencil
