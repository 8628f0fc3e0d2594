// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "command/lab_gpu.hpp"
#include "command/lab_report.hpp"
#include "output/file_values.hpp"
#include "output/report_json.hpp"
#include "profile/bottleneck.hpp"

namespace ministencil {

namespace {

using Json = nlohmann::ordered_json;

/// One member of a measured value.
template <class T, class Member>
auto part(const Measured<T>& measured, Member member) {
  using Part = Measured<std::decay_t<decltype(member(*measured))>>;
  return measured ? Part::of(member(*measured)) : Part::none(measured.reason);
}

Json trials_json(const DeviceVerification& verification) {
  Json trials = Json::array();
  for (const TrialResult& result : verification.results) {
    const LabComparison& c = result.comparison;
    trials.push_back({{"trial", text_of(result.trial)},
                      {"passed", c.passed()},
                      {"points", c.points},
                      {"wrong", c.wrong},
                      {"not_stored", c.poisoned},
                      {"unsteady", c.unsteady},
                      {"result", result_text(result)}});
  }
  return trials;
}

void add_speed(Json& to, const Measured<LabSpeed>& speed) {
  const auto seconds = speed ? speed->seconds : Measured<Statistics>::none(speed.reason);
  add_measured(to, "seconds", seconds, [](const Statistics& s) { return json_number(s.median); });
  add_measured(to, "seconds_min", seconds, [](const Statistics& s) { return json_number(s.min); });
  add_measured(to, "seconds_max", seconds, [](const Statistics& s) { return json_number(s.max); });
  const auto member = [&](const char* name, Measured<double> LabSpeed::* value) {
    add_measured(to, name, speed ? (*speed).*value : Measured<double>::none(speed.reason),
                 json_number);
  };
  member("points_per_second", &LabSpeed::points_per_second);
  add_measured(to, "copy_bytes_per_second", speed,
               [](const LabSpeed& s) { return json_number(s.copy_bandwidth); });
  member("share_of_copy", &LabSpeed::share_of_copy);
}

void add_resources(Json& to, const Measured<KernelResources>& resources) {
  add_measured(to, "registers_per_thread", resources, [](const auto& r) { return r.registers; });
  add_measured(to, "shared_bytes_per_block", resources,
               [](const auto& r) { return r.shared_bytes; });
  add_measured(to, "spilled_bytes_per_thread", resources,
               [](const auto& r) { return r.spilled_bytes; });
  add_measured(to, "occupancy_limit", resources, [](const auto& r) { return r.occupancy; });
}

void add_counters(Json& to, const LabGpu& found) {
  add_measured(to, "loads", found.sectors, [](const SectorCount& c) { return c.loads; });
  add_measured(to, "stores", found.sectors, [](const SectorCount& c) { return c.stores; });
  if (found.emulated.has_textures()) add_texture_counts(to, found.sectors);
  add_measured(to, "emulated_sectors", found.sectors,
               [&](const SectorCount& c) { return c == found.emulated ? "equal" : "differ"; });
  const auto& traffic = found.traffic;
  add_measured(to, "l2_read_sectors", traffic, [](const auto& t) { return t.l2_reads; });
  add_measured(to, "dram_read_bytes", traffic, [](const auto& t) { return t.dram_read; });
  add_measured(to, "dram_written_bytes", traffic, [](const auto& t) { return t.dram_written; });
  add_measured(to, "occupancy", found.utilisation, [](const auto& u) { return u.occupancy; });
  const auto bottleneck = part(found.utilisation, bottleneck_of);
  add_measured(to, "bound_by", bottleneck, [](const Bottleneck& b) { return name_of(b.bound); });
  add_measured(to, "bound_evidence", bottleneck, [](const Bottleneck& b) { return b.evidence; });
}

}  // namespace

Json lab_gpu_json(const LabGpu& found) {
  const DeviceVerification& v = found.verification;
  Json json{{"measured", true},
            {"device", found.device},
            {"passed", v.passed()},
            {"verdict", v.verdict.text},
            {"launches_per_trial", device_launches},
            {"trials", trials_json(v)},
            {"not_run", v.left_out}};
  if (v.random) json["random"] = random_json(*v.random);
  json["grid"] = {found.points.x, found.points.y, found.points.z};
  add_speed(json, found.speed);
  add_resources(json, found.resources);
  add_counters(json, found);
  json["notes"] = found.notes;
  return json;
}

}  // namespace ministencil
