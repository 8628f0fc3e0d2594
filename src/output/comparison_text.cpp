// SPDX-License-Identifier: Apache-2.0
#include "output/comparison_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "core/text.hpp"
#include "field/hash.hpp"
#include "output/names.hpp"
#include "output/report_text.hpp"
#include "output/table.hpp"
#include "profile/bottleneck.hpp"
#include "stencil/launch.hpp"

namespace ministencil {

namespace {

using Align = Table::Align;

/// A table whose gaps are explained once: by reason, with the titles of the columns.
class ExplainedTable {
 public:
  explicit ExplainedTable(std::vector<Table::Column> columns)
      : columns_(columns), table_(std::move(columns)) {}

  void add(std::string cell) {
    row_.push_back(std::move(cell));
    if (row_.size() == columns_.size()) table_.add(std::exchange(row_, {}));
  }
  template <class T, class Convert>
  void add(const Measured<T>& value, Convert convert) {
    if (!value) explain(value.reason, columns_[row_.size()].title);
    add(value ? convert(*value) : "n/a");
  }

  std::string text() const {
    std::string text = table_.text();
    for (const Gap& gap : gaps_) {
      text += fmt::format("  n/a, {}: {}\n", joined(gap.titles), gap.reason);
    }
    return text;
  }

 private:
  struct Gap {
    std::string reason;
    std::vector<std::string> titles;
  };

  void explain(const std::string& reason, const std::string& title) {
    auto gap = std::ranges::find(gaps_, reason, &Gap::reason);
    if (gap == gaps_.end()) gap = gaps_.insert(gap, {reason, {}});
    if (std::ranges::count(gap->titles, title) == 0) gap->titles.push_back(title);
  }

  std::vector<Table::Column> columns_;
  Table table_;
  std::vector<std::string> row_;
  std::vector<Gap> gaps_;
};

std::string integer(Index value) { return std::to_string(value); }
std::string seconds_text(const Statistics& s) { return with_prefix(s.median, "s"); }

void add_sectors(ExplainedTable& table, const StepSectors& sectors) {
  table.add(sectors.count, [](SectorCount c) { return integer(c.all_sectors()); });
  table.add(integer(sectors.fewest));
  table.add(sector_ratio(sectors), [](double ratio) { return fmt::format("{:.3f}", ratio); });
  table.add(sectors.traffic, [](const MemoryTraffic& t) { return integer(t.l2_reads); });
  table.add(sectors.traffic,
            [](const MemoryTraffic& t) { return with_prefix(t.dram_read + t.dram_written, "B"); });
}

std::string occupancy_text(const KernelProfile& profile) {
  const auto percent = [](double share) { return fmt::format("{:.0f} %", 100 * share); };
  const std::string limit = percent(profile.occupancy_limit);
  if (!profile.utilisation) return "up to " + limit;
  return percent(profile.utilisation->occupancy) + " of " + limit;
}

/// What came of each kernel: its bits, its speed, and what bound it.
std::string speed_table(const KernelComparison& comparison) {
  ExplainedTable table({{"kernel"},
                        {"block"},
                        {"chunk", Align::right},
                        {"bits"},
                        {"time a step", Align::right},
                        {"Gpoint/s", Align::right},
                        {"of the copy", Align::right},
                        {"OP/B", Align::right},
                        {"bound by"}});
  const std::vector<Bits> bits = bits_of(comparison);
  for (std::size_t i = 0; i < comparison.kernels.size(); ++i) {
    const ComparedKernel& kernel = comparison.kernels[i];
    table.add(kernel.kernel);
    table.add(text_of(kernel.block));
    table.add(integer(kernel.chunk));
    table.add(bits[i] == Bits::equal ? "equal" : "DIFFERENT");
    table.add(kernel.step, seconds_text);
    table.add(points_per_second(comparison, kernel),
              [](double rate) { return fmt::format("{:.4g}", rate * 1e-9); });
    table.add(share_of_copy(comparison, kernel), percent_text);
    table.add(kernel.flop_per_byte, [](double value) { return fmt::format("{:.2f}", value); });
    const auto utilisation = kernel.profile ? kernel.profile->utilisation
                                            : Measured<Utilisation>::none(kernel.profile.reason);
    table.add(utilisation, [](const Utilisation& u) { return name_of(bottleneck_of(u).bound); });
  }
  return table.text();
}

/// What each kernel asks memory for, and what it takes of the GPU.
std::string needs_table(const KernelComparison& comparison) {
  ExplainedTable table({{"kernel"},
                        {"sectors", Align::right},
                        {"fewest", Align::right},
                        {"ratio", Align::right},
                        {"L2 reads", Align::right},
                        {"DRAM", Align::right},
                        {"registers", Align::right},
                        {"shared", Align::right},
                        {"occupancy", Align::right}});
  for (const ComparedKernel& kernel : comparison.kernels) {
    table.add(kernel.kernel);
    add_sectors(table, step_sectors(kernel));
    const auto& profile = kernel.profile;
    table.add(profile, [](const KernelProfile& p) { return integer(p.registers); });
    table.add(profile, [](const KernelProfile& p) { return fmt::format("{} B", p.shared_bytes); });
    table.add(profile, occupancy_text);
  }
  return table.text();
}

/// What every one of these figures is held against.
std::string copy_text(const KernelComparison& comparison) {
  if (!comparison.copy_bandwidth) return "";
  return fmt::format("  the copy: {:.4g} GB/s read and written, measured in this run\n",
                     *comparison.copy_bandwidth * 1e-9);
}

/// Whether emulator and hardware agree, where both counted.
std::string agreement_text(const KernelComparison& comparison) {
  std::vector<std::string> different;
  bool any = false;
  for (const ComparedKernel& kernel : comparison.kernels) {
    const Measured<SectorAgreement> agreement = sector_agreement(kernel.sectors);
    any = any || agreement;
    if (agreement && agreement->different > 0) different.push_back(kernel.kernel);
  }
  if (!any) return "";
  if (different.empty()) return "  sectors: emulated = counted on the GPU, to the last digit\n";
  return "  DIFFERENT: emulated sectors are not those counted on the GPU: " + joined(different) +
         "\n";
}

/// Why each kernel is not faster.
std::string bounds_text(const KernelComparison& comparison) {
  Table table({{"kernel"}, {"bound by"}, {"evidence"}});
  bool any = false;
  for (const auto& kernel : comparison.kernels) {
    if (!kernel.profile || !kernel.profile->utilisation) continue;
    any = true;
    const auto [bound, evidence] = bottleneck_of(*kernel.profile->utilisation);
    const Index spilled = kernel.profile->spilled_bytes;
    table.add(
        {kernel.kernel, name_of(bound),
         evidence + (spilled > 0 ? fmt::format("; {} bytes a thread spilled", spilled) : "")});
  }
  return any ? "\nWhat bound each, alone on the GPU of rank 0\n" + table.text() : "";
}

std::string left_out_text(const KernelComparison& comparison) {
  if (comparison.left_out.empty()) return "";
  Table table({{""}, {""}});
  for (const auto& [kernel, reason] : comparison.left_out) table.add({kernel, reason});
  return "\nNot applicable\n" + table.text();
}

std::string notes_text(const KernelComparison& comparison) {
  if (comparison.notes.empty()) return "";
  return "\nNotes\n  " + joined(comparison.notes, "\n  ") + "\n";
}

std::string files_text(const KernelComparison& comparison) {
  const std::string& directory = comparison.plan.configuration.output.directory;
  return fmt::format("\nFiles in {0}\n  {1}\n  {2}\nTo draw it: scripts/plot {0}/{1}\n", directory,
                     compare_json_name, compare_csv_name);
}

/// "; first of naive at [1, 2, 3]: 0.5, reference 0.25", where a reference says so.
std::string first_text(const ComparedKernel& kernel, const Configuration& c) {
  if (!kernel.reference || !kernel.reference->first) return "";
  const FieldDifference& d = *kernel.reference->first;
  return fmt::format("; first of {} at {}: {}, reference {}", kernel.kernel,
                     point_text(d.point, c.grid.dimensions), value_text(d.field, c.precision),
                     value_text(d.reference, c.precision));
}

/// "all 8 kernels have the same bits".
std::string agreed_text(const KernelComparison& comparison) {
  const ComparedKernel& kernel = comparison.kernels.front();
  const std::size_t count = comparison.kernels.size();
  const std::string by = kernel.reference ? ", those of " + kernel.reference->reference : "";
  const std::string all =
      count > 1 ? fmt::format("all {} kernels have the same bits", count) : "one kernel, its bits";
  return fmt::format("{}{}: field hash {} after step {}", all, by, hash_text(kernel.hash),
                     comparison.steps);
}

}  // namespace

std::string comparison_opening_text(const KernelComparison& comparison) {
  const std::string warm_up =
      comparison.warm_up_steps > 0
          ? fmt::format(", {} for warm-up left out of times", comparison.warm_up_steps)
          : "";
  std::vector<std::string> names;
  for (const ComparedKernel& kernel : comparison.kernels) names.push_back(kernel.kernel);
  return opening_text(comparison.plan,
                      {{"steps", fmt::format("{} a kernel{}", comparison.steps, warm_up)},
                       {"kernels", joined(names)}});
}

std::string verdict_text(const KernelComparison& comparison) {
  if (all_equal(comparison)) return agreed_text(comparison);
  const std::vector<Bits> bits = bits_of(comparison);
  std::vector<std::string> names;
  const ComparedKernel* first = nullptr;
  for (std::size_t i = 0; i < bits.size(); ++i) {
    if (bits[i] == Bits::equal) continue;
    names.push_back(comparison.kernels[i].kernel);
    if (!first) first = &comparison.kernels[i];
  }
  const std::string than =
      first->reference ? first->reference->reference : "most kernels (there is no reference)";
  return fmt::format("FAILED: other bits than {}: {}{}", than, joined(names),
                     first_text(*first, comparison.plan.configuration));
}

std::string comparison_text(const KernelComparison& comparison) {
  return "\nThe same steps by every kernel\n" + speed_table(comparison) + copy_text(comparison) +
         "\nSectors (32 bytes) of a whole step on all ranks, fewest: each value moved once\n" +
         needs_table(comparison) + agreement_text(comparison) + bounds_text(comparison) +
         left_out_text(comparison) + notes_text(comparison) + files_text(comparison) + "\n" +
         verdict_text(comparison) + "\n";
}

}  // namespace ministencil
