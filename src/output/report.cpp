// SPDX-License-Identifier: Apache-2.0
#include "output/report.hpp"

#include <algorithm>

namespace ministencil {

namespace {

double points_of(const RunReport& report) {
  return static_cast<double>(report.plan.configuration.grid.points.product());
}

}  // namespace

Measured<Statistics> statistics_of(std::vector<double> samples) {
  if (samples.empty()) return Measured<Statistics>::none("no step was timed after warm-up");
  std::sort(samples.begin(), samples.end());
  const std::size_t count = samples.size(), middle = count / 2;
  const double median =
      count % 2 == 1 ? samples[middle] : (samples[middle - 1] + samples[middle]) / 2;
  return Measured<Statistics>::of(
      {samples.front(), median, samples.back(), static_cast<Index>(count)});
}

Measured<double> rate(double amount, const Measured<Statistics>& step) {
  if (!step) return Measured<double>::none(step.reason);
  if (!(step->median > 0)) return Measured<double>::none("steps too short for the clock");
  return Measured<double>::of(amount / step->median);
}

std::string name_of(Phase phase) { return phase == Phase::interior ? "interior" : "shells"; }

SectorCount operator+(const SectorCount& a, const SectorCount& b) {
  return {.loads = a.loads + b.loads,
          .stores = a.stores + b.stores,
          .texture_sectors = a.texture_sectors + b.texture_sectors,
          .surface_sectors = a.surface_sectors + b.surface_sectors};
}

MemoryTraffic operator+(const MemoryTraffic& a, const MemoryTraffic& b) {
  return {.l2_reads = a.l2_reads + b.l2_reads,
          .dram_read = a.dram_read + b.dram_read,
          .dram_written = a.dram_written + b.dram_written};
}

Measured<SectorAgreement> sector_agreement(const std::vector<SectorRow>& rows) {
  using Result = Measured<SectorAgreement>;
  SectorAgreement agreement;
  for (const SectorRow& measured : rows) {
    if (measured.source != SectorSource::cupti) continue;
    if (!measured.count) return Result::none(measured.count.reason);
    for (const SectorRow& emulated : rows) {
      if (emulated.source != SectorSource::emulated || emulated.rank != measured.rank ||
          emulated.phase != measured.phase || !emulated.count) {
        continue;
      }
      ++agreement.rows;
      if (*emulated.count != *measured.count) ++agreement.different;
    }
  }
  if (agreement.rows == 0) return Result::none("not counted both ways");
  return Result::of(agreement);
}

Measured<double> points_per_second(const RunReport& report) {
  return rate(points_of(report), report.timing.step);
}

Measured<double> effective_bandwidth(const RunReport& report) {
  const double bytes = 2.0 * bytes_of(report.plan.configuration.precision);
  return rate(bytes * points_of(report), report.timing.step);
}

Measured<double> share_of_copy(const RunReport& report) {
  Measured<double> effective = effective_bandwidth(report);
  if (!effective) return effective;
  if (!report.copy_bandwidth) return report.copy_bandwidth;
  if (!(*report.copy_bandwidth > 0)) return Measured<double>::none("the copy took no time");
  return Measured<double>::of(*effective / *report.copy_bandwidth);
}

std::vector<std::string> notes_on_figures(const RunReport& report, Index field_bytes,
                                          Index cache_bytes) {
  return notes_on_figures(report.timing.step, share_of_copy(report), field_bytes, cache_bytes);
}

std::vector<std::string> notes_on_figures(const Measured<Statistics>& step,
                                          const Measured<double>& share, Index field_bytes,
                                          Index cache_bytes) {
  constexpr double shortest = 20e-6;  // seconds; a launch or a message alone takes some of that
  std::vector<std::string> notes;
  if (step && step->median < shortest) {
    notes.push_back("steps are too short to time well: overheads count; use a larger grid");
  }
  if (share && *share > 1) {
    notes.push_back("a step is faster than a copy of the field: not plausible from memory");
  }
  if (field_bytes <= cache_bytes) {
    std::string note = "both fields fit in the cache (";
    note += std::to_string(cache_bytes >> 20);
    note += " MiB): copy and step are measured there, not in memory; use a larger grid to compare";
    notes.push_back(note);
  }
  return notes;
}

}  // namespace ministencil
