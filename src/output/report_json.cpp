// SPDX-License-Identifier: Apache-2.0
#include "output/report_json.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "configuration/read.hpp"
#include "field/hash.hpp"
#include "output/file_values.hpp"
#include "profile/bottleneck.hpp"

namespace ministencil {

namespace {

using Json = nlohmann::ordered_json;

template <class Rows, class Convert>
Json list(const Rows& rows, Convert convert) {
  Json json = Json::array();
  for (const auto& row : rows) json.push_back(convert(row));
  return json;
}

Json rank_json(const RankRow& row, int dimensions) {
  return {{"rank", row.rank},
          {"host", row.host},
          {"device", row.device},
          {"first", point_json(row.owned.first, dimensions)},
          {"last", point_json(row.owned.last, dimensions)},
          {"points", row.owned.points()},
          {"memory_bytes", row.memory_bytes},
          {"halo_messages_per_step", row.halo_messages},
          {"halo_bytes_per_step", row.halo_bytes}};
}

Json timing_json(const RunReport& report) {
  Json json;
  add_measured(json, "seconds_per_step", report.timing.step, statistics_json);
  json["warm_up_steps"] = report.timing.warm_up_steps;
  json["stepping_seconds"] = json_number(report.timing.stepping);
  json["total_seconds"] = json_number(report.timing.total);
  add_measured(json, "points_per_second", points_per_second(report), json_number);
  add_measured(json, "effective_bytes_per_second", effective_bandwidth(report), json_number);
  add_measured(json, "copy_bytes_per_second", report.copy_bandwidth, json_number);
  add_measured(json, "share_of_copy", share_of_copy(report), json_number);
  add_measured(json, "halo_seconds_per_step", report.halo, [](const HaloTimes& halo) {
    return Json{{"exposed", json_number(halo.exposed)}, {"hidden", json_number(halo.hidden)}};
  });
  return json;
}

Json sector_json(const SectorRow& row) {
  Json json{{"rank", row.rank},
            {"kernel", row.kernel},
            {"phase", name_of(row.phase)},
            {"source", source_name(row.source)},
            {"points", row.points},
            {"fewest", row.fewest}};
  add_measured(json, "loads", row.count, [](SectorCount c) { return c.loads; });
  add_measured(json, "stores", row.count, [](SectorCount c) { return c.stores; });
  add_texture_counts(json, row.count);
  add_measured(json, "l2_read_sectors", row.traffic, [](MemoryTraffic t) { return t.l2_reads; });
  add_measured(json, "dram_read_bytes", row.traffic, [](MemoryTraffic t) { return t.dram_read; });
  add_measured(json, "dram_written_bytes", row.traffic,
               [](MemoryTraffic t) { return t.dram_written; });
  return json;
}

Json utilisation_json(const Utilisation& u) {
  Json stalled = Json::object();
  for (int stall = 0; stall < stalls; ++stall) {
    stalled[name_of(static_cast<Stall>(stall))] = json_number(u.stalled[stall]);
  }
  return {{"dram", json_number(u.dram)},
          {"l2", json_number(u.l2)},
          {"l1", json_number(u.l1)},
          {"issue", json_number(u.issue)},
          {"occupancy", json_number(u.occupancy)},
          {"stalled", stalled}};
}

Json profile_json(const KernelProfile& profile) {
  Json json{{"kernel", profile.kernel},
            {"points", profile.points},
            {"registers_per_thread", profile.registers},
            {"shared_bytes_per_block", profile.shared_bytes},
            {"spilled_bytes_per_thread", profile.spilled_bytes},
            {"occupancy_limit", json_number(profile.occupancy_limit)},
            {"seconds_per_sweep", json_number(profile.seconds)}};
  add_measured(json, "loads", profile.requests, [](SectorCount c) { return c.loads; });
  add_measured(json, "stores", profile.requests, [](SectorCount c) { return c.stores; });
  add_measured(json, "utilisation", profile.utilisation, utilisation_json);
  add_measured(json, "bound_by", profile.utilisation,
               [](const Utilisation& u) { return name_of(bottleneck_of(u).bound); });
  return json;
}

Json reference_json(const ReferenceCheck& check, int dimensions) {
  Json json{{"passed", check.passed()},     {"reference", check.reference},
            {"step", check.step},           {"points", check.points},
            {"differing", check.differing}, {"first_difference", nullptr}};
  if (check.first) {
    json["first_difference"] = {{"point", point_json(check.first->point, dimensions)},
                                {"field", json_number(check.first->field)},
                                {"reference", json_number(check.first->reference)}};
  } else {
    json["first_difference_reason"] = "no point differs";
  }
  return json;
}

Json checks_json(const Checks& checks, int dimensions) {
  Json json;
  add_measured(json, "reference", checks.reference,
               [&](const ReferenceCheck& check) { return reference_json(check, dimensions); });
  add_measured(json, "eigenmode", checks.eigenmode, [](const EigenmodeCheck& check) {
    return Json{{"passed", check.passed()},
                {"max_error", json_number(check.max_error)},
                {"tolerance", json_number(check.tolerance)}};
  });
  add_measured(json, "field_hash", checks.hash, hash_text);
  json["field_hash_version"] = field_hash_version;
  return json;
}

/// The phases of one rank, taken together where all were counted.
struct RankSectors {
  std::string kernel, reason;
  SectorSource source = SectorSource::none;
  Index points = 0, fewest = 0;
  std::optional<SectorCount> interior, shells;
  std::optional<SectorCount> total = SectorCount{};
};

/// In the order of the rows; none where nothing was counted.
std::vector<SectorSource> sources_of(const RunReport& report) {
  std::vector<SectorSource> sources;
  for (const SectorRow& row : report.sectors) {
    if (std::ranges::find(sources, row.source) == sources.end()) sources.push_back(row.source);
  }
  if (sources.empty()) sources.push_back(SectorSource::none);
  return sources;
}

RankSectors sectors_of(const RunReport& report, int rank, SectorSource source) {
  RankSectors sum;
  bool any = false;
  for (const SectorRow& row : report.sectors) {
    if (row.rank != rank || row.source != source) continue;
    any = true;
    sum.kernel = row.kernel;
    sum.source = row.source;
    sum.points += row.points;
    sum.fewest += row.fewest;
    (row.phase == Phase::interior ? sum.interior : sum.shells) = row.count.value;
    if (!row.count) sum.reason = row.count.reason;
    if (!row.count) sum.total.reset();
    if (sum.total) sum.total = *sum.total + *row.count;
  }
  if (!any) sum.total.reset();
  if (!any) sum.reason = "not counted";
  return sum;
}

std::string count_cells(const std::optional<SectorCount>& count) {
  return count ? std::to_string(count->loads) + "," + std::to_string(count->stores) : ",";
}

std::string ratio_cell(Index count, Index of) {
  return of > 0 ? Json(static_cast<double>(count) / static_cast<double>(of)).dump() : "";
}

std::string texture_cells(const std::optional<SectorCount>& count) {
  if (!count) return ",,";
  return std::to_string(count->texture_sectors) + "," + std::to_string(count->surface_sectors) +
         ",";
}

std::string csv_row(const RankRow& row, const RankSectors& s) {
  std::string text = std::to_string(row.rank) + "," + csv_cell(row.host) + "," +
                     csv_cell(s.kernel) + "," + source_name(s.source) + "," +
                     std::to_string(s.points) + "," + count_cells(s.interior) + "," +
                     count_cells(s.shells) + "," + count_cells(s.total) + ",";
  const Index total = s.total ? s.total->sectors() : 0;
  text += s.total ? std::to_string(total) + "," + ratio_cell(total, s.points) + "," : ",,";
  const bool has_ratio = s.total && !s.total->has_textures();
  text += std::to_string(s.fewest) + "," + (has_ratio ? ratio_cell(total, s.fewest) : "") + ",";
  text += texture_cells(s.total);
  return text + csv_cell(s.reason) + "\n";
}

}  // namespace

std::string source_name(SectorSource source) {
  switch (source) {
    case SectorSource::cupti:
      return "cupti";
    case SectorSource::emulated:
      return "emulated";
    default:
      return "none";
  }
}

void add_texture_counts(Json& to, const Measured<SectorCount>& count) {
  add_measured(to, "texture_sectors", count, [](SectorCount c) { return c.texture_sectors; });
  add_measured(to, "surface_sectors", count, [](SectorCount c) { return c.surface_sectors; });
}

void add_plan(Json& to, const RunPlan& plan) {
  const int dimensions = plan.configuration.grid.dimensions;
  Json versions = Json::object();
  for (const NamedText& version : plan.versions) versions[version.name] = version.value;
  to["versions"] = versions;
  to["input"] = to_json(plan.configuration);
  to["backend"] = {{"name", plan.backend}, {"reason", plan.backend_reason}};
  to["rank_grid"] = point_json({plan.ranks[0], plan.ranks[1], plan.ranks[2]}, dimensions);
  to["ranks"] = list(plan.rows, [&](const RankRow& row) { return rank_json(row, dimensions); });
}

Json run_json(const RunReport& report) {
  const int dimensions = report.plan.configuration.grid.dimensions;
  Json json = Json::object();
  json["schema_version"] = report_schema_version;
  add_plan(json, report.plan);
  json["steps"] = report.steps;
  json["timing"] = timing_json(report);
  json["sectors"] = list(report.sectors, sector_json);
  add_measured(json, "kernel", report.profile, profile_json);
  json["checks"] = checks_json(report.checks, dimensions);
  json["files"] = report.files;
  json["warnings"] = report.warnings;
  return json;
}

std::string run_json_text(const RunReport& report) { return json_file_text(run_json(report)); }

std::string sectors_csv(const RunReport& report) {
  std::string text =
      "rank,host,kernel,source,points,interior_loads,interior_stores,shells_loads,shells_stores,"
      "loads,stores,total,per_point,fewest,ratio,texture_sectors,surface_sectors,"
      "reason\n";
  for (const SectorSource source : sources_of(report)) {
    for (const RankRow& row : report.plan.rows) {
      text += csv_row(row, sectors_of(report, row.rank, source));
    }
  }
  return text;
}

}  // namespace ministencil
