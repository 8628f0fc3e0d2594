// SPDX-License-Identifier: Apache-2.0
/// The resolved input as JSON, which is valid input again.
#include <nlohmann/json.hpp>

#include "configuration/names.hpp"
#include "configuration/read.hpp"

namespace ministencil {

namespace {

using Json = nlohmann::ordered_json;

/// One value an axis that the grid has.
template <class Values>
Json echo_axes(const Values& values, int dimensions) {
  Json json = Json::array();
  for (int axis = 0; axis < dimensions; ++axis) json.push_back(values[axis]);
  return json;
}

Json echo(const Boundaries& boundaries) {
  Json all = Json::array();
  for (int axis = 0; axis < boundaries.dimensions(); ++axis) {
    const auto& [lower, upper] = boundaries.face[axis];
    if (lower == upper) {
      all.push_back(name_of(lower));
    } else {
      all.push_back({name_of(lower), name_of(upper)});
    }
  }
  return all;
}

struct EchoState {
  int dimensions;

  Json operator()(const Eigenmode& state) const {
    return {{"kind", "eigenmode"},
            {"modes", echo_axes(state.modes, dimensions)},
            {"amplitude", state.amplitude}};
  }
  Json operator()(const Gaussian& state) const {
    return {{"kind", "gaussian"},
            {"centre", echo_axes(state.centre, dimensions)},
            {"width", state.width},
            {"amplitude", state.amplitude}};
  }
  Json operator()(const Random& state) const { return {{"kind", "random"}, {"seed", state.seed}}; }
  Json operator()(const Linear& state) const {
    return {{"kind", "linear"}, {"gradient", echo_axes(state.gradient, dimensions)}};
  }
  Json operator()(const FromFile& state) const { return {{"kind", "file"}, {"path", state.path}}; }
};

Json echo(const HeatSettings& heat) {
  return {{"diffusivity", heat.diffusivity},
          {"boundary", echo(heat.boundary)},
          {"initial", std::visit(EchoState{heat.boundary.dimensions()}, heat.initial)}};
}

Json echo(const KernelSettings& kernel, int dimensions) {
  Json json;
  if (kernel.file) {
    json["file"] = kernel.file->path;
    if (!kernel.file->hash.empty()) json["file_hash"] = kernel.file->hash;
  } else {
    json["name"] = kernel.name;
  }
  if (kernel.block) {
    json["block"] = {kernel.block->x, kernel.block->y};
    if (dimensions == 3) json["block"].push_back(kernel.block->z);
  }
  if (kernel.launch == LaunchSource::tuned) json["block"] = "tuned";
  if (kernel.chunk) json["chunk"] = *kernel.chunk;
  if (!kernel.block_from.empty()) json["block_from"] = kernel.block_from;
  json["steps_per_sweep"] = kernel.steps_per_sweep;
  return json;
}

Json echo(const std::optional<std::array<int, axes>>& decomposition, int dimensions) {
  return decomposition ? echo_axes(*decomposition, dimensions) : Json("auto");
}

}  // namespace

nlohmann::ordered_json to_json(const Configuration& c) {
  Json json;
  json["source"] = c.source;
  const int dimensions = c.grid.dimensions;
  json["grid"] = {{"points", echo_axes(c.grid.points, dimensions)},
                  {"spacing", echo_axes(c.grid.spacing, dimensions)}};
  json["heat"] = echo(c.heat);
  json["time"] = {{"steps", c.time.steps},
                  {"diffusion_number", c.time.diffusion_number},
                  {"step", c.time.step}};
  json["precision"] = name_of(c.precision);
  json["order"] = c.order;
  json["kernel"] = echo(c.kernel, dimensions);
  json["backend"] = name_of(c.backend);
  json["devices"] = {{"share", c.share_devices}};
  json["decomposition"] = echo(c.decomposition, dimensions);
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
