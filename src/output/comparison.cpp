// SPDX-License-Identifier: Apache-2.0
#include "output/comparison.hpp"

#include <algorithm>
#include <tuple>

namespace ministencil {

namespace {

bool has_reference(const KernelComparison& comparison) {
  return std::ranges::all_of(comparison.kernels,
                             [](const ComparedKernel& k) { return bool(k.reference); });
}

/// Of at least one kernel.
std::uint64_t commonest_hash(const std::vector<ComparedKernel>& kernels) {
  const auto votes = [&](const ComparedKernel& kernel) {
    return std::ranges::count(kernels, kernel.hash, &ComparedKernel::hash);
  };
  return std::ranges::max_element(kernels, {}, votes)->hash;  // the first of equals
}

/// All rows of one way of counting together; no count where one row has none, or there is no row.
StepSectors sum_of(const std::vector<SectorRow>& rows, SectorSource source) {
  StepSectors sum{.source = source,
                  .count = Measured<SectorCount>::none("not counted"),
                  .traffic = Measured<MemoryTraffic>::none("not counted")};
  SectorCount count;
  MemoryTraffic traffic;
  const SectorRow *uncounted = nullptr, *without_traffic = nullptr;
  bool any = false;
  for (const SectorRow& row : rows) {
    if (row.source != source) continue;
    any = true;
    sum.fewest += row.fewest;
    if (!row.count && !uncounted) uncounted = &row;
    if (!row.traffic && !without_traffic) without_traffic = &row;
    count = count + row.count.value.value_or(SectorCount{});
    traffic = traffic + row.traffic.value.value_or(MemoryTraffic{});
  }
  if (!any) return sum;
  sum.count = uncounted ? Measured<SectorCount>::none(uncounted->count.reason)
                        : Measured<SectorCount>::of(count);
  sum.traffic = without_traffic ? Measured<MemoryTraffic>::none(without_traffic->traffic.reason)
                                : Measured<MemoryTraffic>::of(traffic);
  return sum;
}

}  // namespace

std::vector<Bits> bits_of(const KernelComparison& comparison) {
  std::vector<Bits> bits;
  if (comparison.kernels.empty()) return bits;
  const bool by_reference = has_reference(comparison);
  const std::uint64_t expected = commonest_hash(comparison.kernels);
  for (const ComparedKernel& kernel : comparison.kernels) {
    const bool equal = by_reference ? kernel.reference->passed() : kernel.hash == expected;
    bits.push_back(equal ? Bits::equal : Bits::different);
  }
  return bits;
}

bool all_equal(const KernelComparison& comparison) {
  return std::ranges::count(bits_of(comparison), Bits::different) == 0;
}

void sort_kernels(KernelComparison& comparison) {
  const auto key = [](const ComparedKernel& kernel) {
    const auto count = step_sectors(kernel).count;
    return std::tuple(!kernel.step, kernel.step ? kernel.step->median : 0.0, !count,
                      count ? count->all_sectors() : 0, kernel.kernel);
  };
  std::ranges::sort(comparison.kernels, {}, key);
}

StepSectors step_sectors(const ComparedKernel& kernel) {
  StepSectors counted = sum_of(kernel.sectors, SectorSource::cupti);
  const StepSectors emulated = sum_of(kernel.sectors, SectorSource::emulated);
  if (counted.count) return counted;
  if (!emulated.count) {
    return counted.fewest > 0 ? counted : sum_of(kernel.sectors, SectorSource::none);
  }
  StepSectors found = emulated;
  if (counted.fewest > 0) found.traffic = counted.traffic;  // why the hardware has none
  return found;
}

Measured<double> sector_ratio(const StepSectors& sectors) {
  if (!sectors.count) return Measured<double>::none(sectors.count.reason);
  if (sectors.count->has_textures()) {
    return Measured<double>::none("its requests go through textures");
  }
  if (sectors.fewest == 0) return Measured<double>::none("nothing has to be moved");
  return Measured<double>::of(static_cast<double>(sectors.count->sectors()) /
                              static_cast<double>(sectors.fewest));
}

Measured<double> points_per_second(const KernelComparison& comparison,
                                   const ComparedKernel& kernel) {
  return rate(static_cast<double>(comparison.plan.configuration.grid.points.product()),
              kernel.step);
}

Measured<double> share_of_copy(const KernelComparison& comparison, const ComparedKernel& kernel) {
  Measured<double> points = points_per_second(comparison, kernel);
  if (!points) return points;
  if (!comparison.copy_bandwidth) return comparison.copy_bandwidth;
  if (!(*comparison.copy_bandwidth > 0)) return Measured<double>::none("the copy took no time");
  const double bytes = 2.0 * bytes_of(comparison.plan.configuration.precision);
  return Measured<double>::of(*points * bytes / *comparison.copy_bandwidth);
}

}  // namespace ministencil
