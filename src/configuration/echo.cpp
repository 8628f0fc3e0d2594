// SPDX-License-Identifier: Apache-2.0
/// The resolved input as JSON, which is valid input again.
#include <nlohmann/json.hpp>

#include "configuration/names.hpp"
#include "configuration/read.hpp"

namespace ministencil {

namespace {

using Json = nlohmann::ordered_json;

Json echo(const Index3& triple) { return {triple.x, triple.y, triple.z}; }

Json echo(const Boundaries& boundaries) {
  Json all = Json::array();
  for (const auto& [lower, upper] : boundaries.face) {
    if (lower == upper) {
      all.push_back(name_of(lower));
    } else {
      all.push_back({name_of(lower), name_of(upper)});
    }
  }
  return all;
}

Json echo(const Eigenmode& state) {
  return {{"kind", "eigenmode"}, {"modes", state.modes}, {"amplitude", state.amplitude}};
}
Json echo(const Gaussian& state) {
  return {{"kind", "gaussian"},
          {"centre", state.centre},
          {"width", state.width},
          {"amplitude", state.amplitude}};
}
Json echo(const Random& state) { return {{"kind", "random"}, {"seed", state.seed}}; }
Json echo(const Linear& state) { return {{"kind", "linear"}, {"gradient", state.gradient}}; }
Json echo(const FromFile& state) { return {{"kind", "file"}, {"path", state.path}}; }

Json echo(const HeatSettings& heat) {
  return {{"diffusivity", heat.diffusivity},
          {"boundary", echo(heat.boundary)},
          {"initial", std::visit([](const auto& state) { return echo(state); }, heat.initial)}};
}

Json echo(const KernelSettings& kernel) {
  Json json = {{"name", kernel.name}};
  if (kernel.block) json["block"] = {kernel.block->x, kernel.block->y, kernel.block->z};
  if (kernel.launch == LaunchSource::tuned) json["block"] = "tuned";
  if (kernel.chunk) json["chunk"] = *kernel.chunk;
  if (!kernel.block_from.empty()) json["block_from"] = kernel.block_from;
  json["steps_per_sweep"] = kernel.steps_per_sweep;
  return json;
}

Json echo(const std::optional<std::array<int, axes>>& decomposition) {
  return decomposition ? Json(*decomposition) : Json("auto");
}

}  // namespace

nlohmann::ordered_json to_json(const Configuration& c) {
  Json json;
  json["source"] = c.source;
  json["grid"] = {{"points", echo(c.grid.points)}, {"spacing", c.grid.spacing}};
  json["heat"] = echo(c.heat);
  json["time"] = {{"steps", c.time.steps},
                  {"diffusion_number", c.time.diffusion_number},
                  {"step", c.time.step}};
  json["precision"] = name_of(c.precision);
  json["order"] = c.order;
  json["kernel"] = echo(c.kernel);
  json["backend"] = name_of(c.backend);
  json["devices"] = {{"share", c.share_devices}};
  json["decomposition"] = echo(c.decomposition);
  json["halo"] = {{"transport", name_of(c.halo.transport)}, {"overlap", c.halo.overlap}};
  json["check"] = {{"reference", name_of(c.check.reference)},
                   {"at_end", c.check.at_end},
                   {"every", c.check.every}};
  json["sectors"] = {{"count", name_of(c.sectors)}};
  json["output"] = {{"directory", c.output.directory},
                    {"snapshots", {{"every", c.output.snapshot_every}}}};
  return json;
}

Configuration from_json(const nlohmann::ordered_json& json) {
  // JSON is YAML: one reader checks both.
  return parse_configuration(json.dump(), "resolved input");
}

}  // namespace ministencil
