// SPDX-License-Identifier: Apache-2.0
#include "output/comparison_json.hpp"

#include <map>
#include <nlohmann/json.hpp>

#include "core/text.hpp"
#include "field/hash.hpp"
#include "output/file_values.hpp"
#include "output/report_json.hpp"
#include "profile/bottleneck.hpp"

namespace ministencil {

namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view reason_ending = "_reason";

/// One member of a measured value.
template <class T, class Member>
auto part(const Measured<T>& measured, Member member) {
  using Part = Measured<std::decay_t<decltype(member(*measured))>>;
  return measured ? Part::of(member(*measured)) : Part::none(measured.reason);
}

const auto as_it_is = [](const auto& value) { return value; };

void add_bits(Json& to, const ComparedKernel& kernel, Bits bits, int dimensions) {
  to["bits"] = bits == Bits::equal ? "equal" : "different";
  to["field_hash"] = hash_text(kernel.hash);
  add_measured(to, "differing_points", kernel.reference,
               [](const ReferenceCheck& check) { return check.differing; });
  using First = Measured<FieldDifference>;
  First first = First::none(kernel.reference.reason);
  if (kernel.reference) {
    first = kernel.reference->first ? First::of(*kernel.reference->first)
                                    : First::none("no point differs");
  }
  add_measured(to, "first_difference", first,
               [&](const FieldDifference& d) { return point_json(d.point, dimensions); });
}

void add_speed(Json& to, const KernelComparison& comparison, const ComparedKernel& kernel) {
  const auto seconds = [&](const std::string& name, double Statistics::* value) {
    add_measured(to, name, kernel.step, [&](const Statistics& s) { return json_number(s.*value); });
  };
  seconds("seconds_per_step", &Statistics::median);
  seconds("seconds_per_step_min", &Statistics::min);
  seconds("seconds_per_step_max", &Statistics::max);
  add_measured(to, "points_per_second", points_per_second(comparison, kernel), json_number);
  add_measured(to, "share_of_copy", share_of_copy(comparison, kernel), json_number);
}

void add_memory(Json& to, const ComparedKernel& kernel) {
  const StepSectors sectors = step_sectors(kernel);
  to["sector_source"] = source_name(sectors.source);
  add_measured(to, "loads", sectors.count, [](SectorCount c) { return c.loads; });
  add_measured(to, "stores", sectors.count, [](SectorCount c) { return c.stores; });
  add_measured(to, "sectors", sectors.count, [](SectorCount c) { return c.sectors(); });
  add_texture_counts(to, sectors.count);
  to["fewest_sectors"] = sectors.fewest;
  add_measured(to, "sector_ratio", sector_ratio(sectors), json_number);
  const auto& traffic = sectors.traffic;
  add_measured(to, "l2_read_sectors", traffic, [](MemoryTraffic t) { return t.l2_reads; });
  add_measured(to, "dram_read_bytes", traffic, [](MemoryTraffic t) { return t.dram_read; });
  add_measured(to, "dram_written_bytes", traffic, [](MemoryTraffic t) { return t.dram_written; });
}

void add_profile(Json& to, const Measured<KernelProfile>& profile) {
  add_measured(to, "registers_per_thread", profile, [](const auto& p) { return p.registers; });
  add_measured(to, "shared_bytes_per_block", profile, [](const auto& p) { return p.shared_bytes; });
  add_measured(to, "spilled_bytes_per_thread", profile,
               [](const auto& p) { return p.spilled_bytes; });
  add_measured(to, "occupancy_limit", profile, [](const auto& p) { return p.occupancy_limit; });
  const Measured<Utilisation> utilisation =
      profile ? profile->utilisation : Measured<Utilisation>::none(profile.reason);
  add_measured(to, "occupancy", utilisation, [](const Utilisation& u) { return u.occupancy; });
  const auto bottleneck = part(utilisation, bottleneck_of);
  add_measured(to, "bound_by", bottleneck, [](const Bottleneck& b) { return name_of(b.bound); });
  add_measured(to, "bound_evidence", bottleneck, [](const Bottleneck& b) { return b.evidence; });
}

Json kernel_json(const KernelComparison& comparison, const ComparedKernel& kernel, Bits bits) {
  const int dimensions = comparison.plan.configuration.grid.dimensions;
  const BlockShape& block = kernel.block;
  Json json{{"kernel", kernel.kernel},
            {"block", point_json({block.x, block.y, block.z}, dimensions)},
            {"chunk", kernel.chunk}};
  add_bits(json, kernel, bits, dimensions);
  add_speed(json, comparison, kernel);
  add_memory(json, kernel);
  add_profile(json, kernel.profile);
  add_measured(json, "flop_per_byte", kernel.flop_per_byte, as_it_is);
  return json;
}

Json kernels_json(const KernelComparison& comparison) {
  const std::vector<Bits> bits = bits_of(comparison);
  Json list = Json::array();
  for (std::size_t i = 0; i < comparison.kernels.size(); ++i) {
    list.push_back(kernel_json(comparison, comparison.kernels[i], bits[i]));
  }
  return list;
}

/// A list becomes its members, with blanks between.
std::string cell_of(const Json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return csv_cell(value.get<std::string>());
  if (!value.is_array()) return value.dump();
  std::vector<std::string> members;
  for (const Json& member : value) members.push_back(member.dump());
  return joined(members, " ");
}

/// "seconds_per_step, points_per_second: why; sectors: why".
std::string reasons_of(const Json& kernel) {
  std::vector<std::string> reasons;  // in the order of their first mention
  std::map<std::string, std::vector<std::string>> names;
  for (const auto& [key, value] : kernel.items()) {
    if (!key.ends_with(reason_ending)) continue;
    const std::string reason = value.get<std::string>();
    if (!names.contains(reason)) reasons.push_back(reason);
    names[reason].push_back(key.substr(0, key.size() - reason_ending.size()));
  }
  std::vector<std::string> texts;
  for (const std::string& reason : reasons) texts.push_back(joined(names[reason]) + ": " + reason);
  return joined(texts, "; ");
}

}  // namespace

Json comparison_json(const KernelComparison& comparison) {
  Json json = Json::object();
  json["schema_version"] = comparison_schema_version;
  json["date"] = comparison.date;
  add_plan(json, comparison.plan);
  json["steps"] = comparison.steps;
  json["warm_up_steps"] = comparison.warm_up_steps;
  add_measured(json, "copy_bytes_per_second", comparison.copy_bandwidth, json_number);
  json["kernels"] = kernels_json(comparison);
  json["not_applicable"] = Json::array();
  for (const auto& [kernel, reason] : comparison.left_out) {
    json["not_applicable"].push_back({{"kernel", kernel}, {"reason", reason}});
  }
  json["notes"] = comparison.notes;
  return json;
}

std::string comparison_json_text(const KernelComparison& comparison) {
  return json_file_text(comparison_json(comparison));
}

std::string comparison_csv(const KernelComparison& comparison) {
  std::string text;
  for (const Json& kernel : kernels_json(comparison)) {
    std::vector<std::string> names, cells;
    for (const auto& [key, value] : kernel.items()) {
      if (key.ends_with(reason_ending)) continue;
      names.push_back(key);
      cells.push_back(cell_of(value));
    }
    if (text.empty()) text = joined(names, ",") + ",reason\n";
    text += joined(cells, ",") + "," + csv_cell(reasons_of(kernel)) + "\n";
  }
  return text;
}

}  // namespace ministencil
