// SPDX-License-Identifier: Apache-2.0
#include "output/report_text.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

#include "core/text.hpp"
#include "field/hash.hpp"
#include "output/names.hpp"
#include "output/progress.hpp"
#include "output/table.hpp"
#include "profile/bottleneck.hpp"
#include "stencil/launch.hpp"

namespace ministencil {

namespace {

using Align = Table::Align;

std::string range_text(const Box& box, int axis) {
  return fmt::format("{}..{}", box.first[axis], box.last[axis] - 1);
}

/// The value and what it means, or why there is none.
std::string bandwidth_text(const Measured<double>& value, const std::string& meaning) {
  return value ? with_prefix(*value, "B/s") + ", " + meaning : "none: " + value.reason;
}

std::string point_rate_text(const Measured<double>& rate) {
  return rate ? fmt::format("{:.4g} Gpoint/s", *rate * 1e-9) : "none: " + rate.reason;
}

std::string how_counted(const SectorRow& row) {
  if (!row.count) return "not counted: " + row.count.reason;
  return row.source == SectorSource::cupti ? "counted on the GPU (CUPTI)" : "emulated";
}

std::string ratio_text(Index count, Index of) {
  return of > 0 ? fmt::format("{:.3f}", static_cast<double>(count) / static_cast<double>(of)) : "";
}

std::vector<std::string> sector_cells(const SectorRow& row) {
  std::vector<std::string> cells{std::to_string(row.rank), row.kernel, name_of(row.phase),
                                 std::to_string(row.points)};
  if (row.count) {
    const Index total = row.count->sectors();
    cells.insert(cells.end(),
                 {std::to_string(row.count->loads), std::to_string(row.count->stores),
                  std::to_string(total), ratio_text(total, row.points), std::to_string(row.fewest),
                  row.count->has_textures() ? "" : ratio_text(total, row.fewest)});
  } else {
    cells.insert(cells.end(), {"", "", "", "", std::to_string(row.fewest), ""});
  }
  cells.push_back(how_counted(row));
  return cells;
}

/// Whether emulator and hardware agree, where both counted.
std::string agreement_text(const RunReport& report) {
  const Measured<SectorAgreement> agreement = sector_agreement(report.sectors);
  if (!agreement) return {};
  if (agreement->different == 0) {
    return fmt::format("  emulated = counted on the GPU, to the last digit, in all {} rows\n",
                       agreement->rows);
  }
  return fmt::format("  DIFFERENT: emulated and GPU counts differ in {} of {} rows\n",
                     agreement->different, agreement->rows);
}

/// What goes through textures and surfaces, row by row; empty where nothing does.
std::string textures_text(const RunReport& report, const std::vector<int>& shown) {
  Table table({{"rank", Align::right},
               {"phase"},
               {"texture sectors", Align::right},
               {"surface sectors", Align::right},
               {"how"}});
  bool any = false;
  for (const SectorRow& row : report.sectors) {
    const bool is_shown = std::find(shown.begin(), shown.end(), row.rank) != shown.end();
    if (!is_shown || !row.count || !row.count->has_textures()) continue;
    any = true;
    table.add({std::to_string(row.rank), name_of(row.phase),
               std::to_string(row.count->texture_sectors),
               std::to_string(row.count->surface_sectors), how_counted(row)});
  }
  if (!any) return {};
  return "\nThe kernel reads through a texture and writes through a surface; a request is that of "
         "four "
         "lanes\n" +
         table.text();
}

std::string sectors_text(const RunReport& report) {
  if (report.sectors.empty()) return {};
  Table table({{"rank", Align::right},
               {"kernel"},
               {"phase"},
               {"points", Align::right},
               {"loads", Align::right},
               {"stores", Align::right},
               {"total", Align::right},
               {"a point", Align::right},
               {"fewest", Align::right},
               {"ratio", Align::right},
               {"how"}});
  const std::vector<int> shown = rows_to_show(static_cast<int>(report.plan.rows.size()));
  for (const int rank : shown) {
    if (rank == folded) table.add({"…"});
    for (const SectorRow& row : report.sectors) {
      if (row.rank == rank) table.add(sector_cells(row));
    }
  }
  return "\nSectors (32 bytes) that one sweep asks for; fewest: each value moved once\n" +
         table.text() + agreement_text(report) + textures_text(report, shown);
}

std::string requests_text(const KernelProfile& profile) {
  if (!profile.requests) return "";
  if (profile.requests->has_textures()) return "textures";
  return std::to_string(profile.requests->sectors());
}

/// What the kernel teaches: what it asks for, what it takes, how long, and why not faster.
std::string profile_text(const RunReport& report) {
  if (!report.profile) return {};
  const KernelProfile& p = *report.profile;
  const auto percent = [](double share) { return fmt::format("{:.0f} %", 100 * share); };
  Table table({{"kernel"},
               {"sectors", Align::right},
               {"registers", Align::right},
               {"shared memory", Align::right},
               {"occupancy", Align::right},
               {"time", Align::right},
               {"bound by"}});
  std::string occupancy = percent(p.occupancy_limit), bound = "none: " + p.utilisation.reason;
  std::string evidence;
  if (p.utilisation) {
    const Bottleneck bottleneck = bottleneck_of(*p.utilisation);
    occupancy = percent(p.utilisation->occupancy) + " of " + occupancy;
    bound = name_of(bottleneck.bound);
    evidence = fmt::format("  {}; DRAM {}, L2 {}, L1 {}, issue {} busy\n", bottleneck.evidence,
                           percent(p.utilisation->dram), percent(p.utilisation->l2),
                           percent(p.utilisation->l1), percent(p.utilisation->issue));
  }
  if (p.spilled_bytes > 0) {
    evidence += fmt::format("  {} bytes a thread spilled to local memory\n", p.spilled_bytes);
  }
  table.add({p.kernel, requests_text(p), std::to_string(p.registers),
             fmt::format("{} B", p.shared_bytes), occupancy, with_prefix(p.seconds, "s"), bound});
  return "\nKernel, alone on the GPU of rank 0: one sweep of its interior\n" + table.text() +
         evidence;
}

/// The kernel, and a launch that was looked up.
std::string kernel_text(const KernelSettings& kernel) {
  if (kernel.file) return fmt::format("{} (text {})", kernel.name, kernel.file->hash);
  if (kernel.block_from.empty() || !kernel.block) return kernel.name;
  return fmt::format("{}, block {}{}: {}", kernel.name, text_of(*kernel.block),
                     kernel.chunk ? fmt::format(", chunk {}", *kernel.chunk) : "",
                     kernel.block_from);
}

std::string step_time_text(const Timing& timing) {
  if (!timing.step) return "none: " + timing.step.reason;
  return fmt::format("min {}, median {}, max {} ({} steps, {} for warm-up left out)",
                     with_prefix(timing.step->min, "s"), with_prefix(timing.step->median, "s"),
                     with_prefix(timing.step->max, "s"), timing.step->count, timing.warm_up_steps);
}

std::string share_text(const RunReport& report) {
  const Measured<double> share = share_of_copy(report);
  return share ? percent_text(*share) : "none: " + share.reason;
}

std::string halo_text(const Measured<HaloTimes>& halo) {
  if (!halo) return "none: " + halo.reason;
  return fmt::format("{} exposed, {} hidden behind the interior, a step",
                     with_prefix(halo->exposed, "s"), with_prefix(halo->hidden, "s"));
}

std::string speed_text(const RunReport& report) {
  Table table({{""}, {""}});
  table.add(
      {"steps", fmt::format("{} in {}", report.steps, with_prefix(report.timing.stepping, "s"))});
  table.add({"time per step", step_time_text(report.timing)});
  table.add({"update rate", point_rate_text(points_per_second(report))});
  table.add({"effective bandwidth",
             bandwidth_text(effective_bandwidth(report), "each value read once, written once")});
  table.add({"copy bandwidth", bandwidth_text(report.copy_bandwidth, "measured in this run")});
  table.add({"share of the copy", share_text(report)});
  table.add({"halo exchange", halo_text(report.halo)});
  table.add({"whole run", duration_text(report.timing.total)});
  return "\nSummary\n" + table.text();
}

std::string reference_text(const Measured<ReferenceCheck>& check, Precision precision,
                           const GridSettings& grid) {
  if (!check) return "not compared: " + check.reason;
  const std::string where = fmt::format("({} points after step {}, against {})", check->points,
                                        check->step, check->reference);
  if (check->passed()) return "bits equal " + where;
  std::string text = fmt::format("FAILED: {} points differ {}", check->differing, where);
  if (!check->first) return text;
  const FieldDifference& d = *check->first;
  return text + fmt::format("; first at {}: {}, reference {}", point_text(d.point, grid.dimensions),
                            value_text(d.field, precision), value_text(d.reference, precision));
}

std::string eigenmode_text(const Measured<EigenmodeCheck>& check) {
  if (!check) return "not checked: " + check.reason;
  return fmt::format("{}: largest error {:.3g} K, allowed {:.3g} K",
                     check->passed() ? "decays as it must" : "FAILED", check->max_error,
                     check->tolerance);
}

std::string checks_text(const RunReport& report) {
  const Checks& checks = report.checks;
  Table table({{""}, {""}});
  table.add({"reference", reference_text(checks.reference, report.plan.configuration.precision,
                                         report.plan.configuration.grid)});
  table.add({"eigenmode", eigenmode_text(checks.eigenmode)});
  table.add({"field hash", checks.hash ? fmt::format("{} (version {})", hash_text(*checks.hash),
                                                     field_hash_version)
                                       : "none: " + checks.hash.reason});
  return "\nChecks\n" + table.text();
}

std::string files_text(const RunReport& report) {
  if (report.files.empty()) return {};
  std::string text = "\nFiles in " + report.plan.configuration.output.directory + "\n";
  for (const int row : rows_to_show(static_cast<int>(report.files.size()))) {
    text += "  " + (row == folded ? "…" : report.files[static_cast<std::size_t>(row)]) + "\n";
  }
  return text;
}

}  // namespace

std::string value_text(double value, Precision precision) {
  return precision == Precision::float32 ? fmt::format("{}", static_cast<float>(value))
                                         : fmt::format("{}", value);
}

std::string percent_text(double share) {
  return share < 0.01 ? fmt::format("{:.2g} %", 100 * share) : fmt::format("{:.1f} %", 100 * share);
}

std::string with_prefix(double value, const std::string& unit) {
  constexpr std::array<const char*, 11> prefixes{"p", "n", "µ", "m", "", "k",
                                                 "M", "G", "T", "P", "E"};
  constexpr int one = 4;                // the place of no prefix
  constexpr double rounds_up = 999.95;  // is 1000 in four digits
  if (value == 0 || !std::isfinite(value)) return fmt::format("{} {}", value, unit);
  const int lowest = unit.starts_with("B") ? one : 0;  // there are no parts of a byte
  int place = one;
  while (place + 1 < static_cast<int>(prefixes.size()) && std::abs(value) >= rounds_up) {
    value /= 1000;
    ++place;
  }
  while (place > lowest && std::abs(value) < 0.99995) {
    value *= 1000;
    --place;
  }
  return fmt::format("{:.4g} {}{}", value, prefixes[static_cast<std::size_t>(place)], unit);
}

namespace {

/// What each rank works on and where.
Table ranks_table(const RunPlan& plan) {
  const int dimensions = plan.configuration.grid.dimensions;
  std::vector<Table::Column> columns{{"rank", Align::right}, {"host"}, {"device"}};
  for (int axis = 0; axis < dimensions; ++axis) {
    columns.push_back({std::string(1, axis_name[axis]), Align::right});
  }
  columns.push_back({"points", Align::right});
  columns.push_back({"memory", Align::right});
  Table where(std::move(columns));
  for (const int row : rows_to_show(static_cast<int>(plan.rows.size()))) {
    if (row == folded) {
      where.add({"…"});
      continue;
    }
    const RankRow& r = plan.rows[static_cast<std::size_t>(row)];
    std::vector<std::string> cells{std::to_string(r.rank), r.host, r.device};
    for (int axis = 0; axis < dimensions; ++axis) cells.push_back(range_text(r.owned, axis));
    cells.push_back(std::to_string(r.owned.points()));
    cells.push_back(with_prefix(static_cast<double>(r.memory_bytes), "B"));
    where.add(std::move(cells));
  }
  return where;
}

}  // namespace

std::string opening_text(const RunPlan& plan) {
  const Configuration& c = plan.configuration;
  return opening_text(
      plan, {{"time", fmt::format("{} steps of {}, diffusion number {:.4g}", c.time.steps,
                                  with_prefix(c.time.step, "s"), c.time.diffusion_number)},
             {"kernel", kernel_text(c.kernel)}});
}

std::string opening_text(const RunPlan& plan, const std::vector<NamedText>& work) {
  const Configuration& c = plan.configuration;
  Table what({{""}, {""}});
  what.add({"input", c.source});
  what.add({"grid",
            fmt::format("{} points, {}, order {}", extents_text(c.grid.points, c.grid.dimensions),
                        name_of(c.precision), c.order)});
  for (const auto& [name, value] : work) what.add({name, value});
  what.add({"backend", plan.backend + ": " + plan.backend_reason});
  const bool flat = c.grid.dimensions == 2;
  const Index3 ranks{plan.ranks[0], plan.ranks[1], plan.ranks[2]};
  what.add({"ranks", extents_text(ranks, c.grid.dimensions) + " along x, y" + (flat ? "" : ", z")});
  const std::string program = plan.versions.empty() ? "" : " " + plan.versions.front().value;
  return "ministencil" + program + ": heat equation u_t = α ∇²u, explicit in time\n" + what.text() +
         "\nWhat runs where (points of the grid, first..last)\n" + ranks_table(plan).text();
}

std::string summary_text(const RunReport& report) {
  std::string text =
      speed_text(report) + sectors_text(report) + profile_text(report) + checks_text(report);
  if (!report.warnings.empty()) {
    text += "\nNotes\n  " + joined(report.warnings, "\n  ") + "\n";
  }
  text += files_text(report);
  return text + "\nFigure of merit: " + point_rate_text(points_per_second(report)) + "\n";
}

}  // namespace ministencil
