// SPDX-License-Identifier: Apache-2.0
#include "lab/trial.hpp"

#include <fmt/format.h>

#include <array>
#include <numeric>

#include "core/error.hpp"
#include "sectors/count.hpp"

namespace ministencil {

namespace {

constexpr Index most_blocks = 65535;  // along y and z, every CUDA device so far

Point point_of(const Index3& p) {
  return {static_cast<int>(p.x), static_cast<int>(p.y), static_cast<int>(p.z)};
}

/// The grid, less the points that lie on a border of an axis with more than one point.
Box less_border(const Index3& points) {
  Box box{{0, 0, 0}, points};
  for (int axis = 0; axis < axes; ++axis) {
    if (points[axis] == 1) continue;
    box.first[axis] += 1;
    box.last[axis] -= 1;
  }
  return box;
}

LocalBlock packed_block(const Index3& points, const FieldLayout& layout) {
  return {.owned = layout.owned_box(),
          .readable = layout.owned_box(),
          .inner = less_border(points),
          .pitch = layout.pitch,
          .plane = layout.plane};
}

/// What a block advances by: its threads, or a chunk along the last axis of the grid.
Index3 tile_of(const Subject& subject, const Index3& points, std::optional<Index> chunks) {
  Index3 tile{subject.block.x, subject.block.y, subject.block.z};
  const int last = subject.dimensions - 1;
  if (chunks) tile[last] = ceil_div(points[last], *chunks);
  return tile;
}

Launch plain_launch(const Subject& subject, const LocalBlock& block, std::optional<Index> chunks) {
  const Index3 points = block.owned.extent();
  const Index3 tile = tile_of(subject, points, chunks);
  Index3 grid;
  for (int axis = 0; axis < axes; ++axis) grid[axis] = ceil_div(points[axis], tile[axis]);
  // As many as were asked for, although the last ones may find nothing left to do.
  if (chunks) grid[subject.dimensions - 1] = *chunks;
  if (grid.y > most_blocks || grid.z > most_blocks) {
    throw InputError(
        fmt::format("a launch of {} x {} x {} blocks is beyond a GPU's limit of 65535 "
                    "along y and z; use larger blocks or fewer --chunks",
                    grid.x, grid.y, grid.z));
  }
  return {.block = subject.block,
          .grid = grid,
          .first = {},
          .tile = tile,
          .region = {.first = point_of(block.owned.first),
                     .last = point_of(block.owned.last),
                     .readable_first = point_of(block.readable.first),
                     .readable_last = point_of(block.readable.last),
                     .inner_first = point_of(block.inner.first),
                     .inner_last = point_of(block.inner.last),
                     .chunk = static_cast<int>(tile.z),
                     .pitch = block.pitch,
                     .plane = block.plane}};
}

/// A multiple of a block's width and height of at least `least`, or 0 if it is beyond bearing.
Index fitting_size(const BlockShape& block, Index least) {
  const Index common = std::lcm(std::lcm(Index{block.x}, Index{block.y}), Index{block.z});
  const Index size = round_up(least, common);
  return size <= 512 ? size : 0;
}

/// The user's number of chunks first, then others, that a height written into the kernel shows.
std::vector<std::optional<Index>> chunk_counts(const Subject& subject) {
  if (!subject.chunks) return {std::nullopt};
  std::vector<std::optional<Index>> counts{subject.chunks};
  for (const Index other : {1, 3, 8}) {
    if (other != *subject.chunks) counts.emplace_back(other);
  }
  return counts;
}

Trials plain_trials(const Subject& subject, Index profile_points) {
  Trials trials;
  const bool is_flat = subject.dimensions == 2;
  const auto counts = chunk_counts(subject);
  for (const auto& chunks : counts) trials.inspected.push_back(plain_trial(subject, 33, chunks));
  const Index odd = is_flat ? 257 : 65, even = fitting_size(subject.block, is_flat ? 256 : 64);
  for (const Index n : {odd, even}) {
    if (n == 0) continue;
    trials.inspected.push_back(plain_trial(subject, n, subject.chunks));
    for (const auto& chunks : counts) {
      if (chunks != subject.chunks) trials.compared.push_back(plain_trial(subject, n, chunks));
    }
  }
  for (const auto& chunks : counts) {
    trials.compared.push_back(plain_trial(subject, profile_points, chunks));
    if (trials.compared.back().chunks != subject.chunks) break;  // two at this size will do
  }
  return trials;
}

bool takes(const Subject& subject, int order, Precision precision) {
  return subject.kernel.description.takes(order, precision);
}

/// The order and the precision of the profile: the first that the kernel takes.
VariantGrid first_taken(const Subject& subject) {
  VariantGrid grid;
  for (const Precision precision : {Precision::float64, Precision::float32})
    for (const int order : {8, 6, 4, 2}) {
      if (!takes(subject, order, precision)) continue;
      grid.precision = precision;
      grid.order = order;
    }
  return grid;
}

/// A grid of the subject's dimensions.
Index3 extents(const Subject& subject, Index x, Index y, Index z) {
  return {x, y, subject.dimensions == 2 ? 1 : z};
}

Trials variant_trials(const Subject& subject, Index profile_points) {
  Trials trials;
  const bool marches = subject.kernel.description.marches;
  const bool is_flat = subject.dimensions == 2;
  VariantGrid grid = first_taken(subject);
  grid.points = extents(subject, 33, 33, 33);
  for (const auto& chunks : {std::optional<Index>(1), std::optional<Index>(3), subject.chunks}) {
    grid.chunks = marches ? chunks : subject.chunks;
    trials.inspected.push_back(variant_trial(subject, grid));
    if (!marches) break;
  }
  const Index even = is_flat ? 256 : 64;
  grid.points = extents(subject, even, even, even);
  trials.inspected.push_back(variant_trial(subject, grid));
  grid.points = extents(subject, even + 1, even + 1, even + 1);
  grid.cut = 1;
  trials.inspected.push_back(variant_trial(subject, grid));
  // More than two blocks along x, so that each rim between blocks is met at every order.
  const int points_a_thread = std::max(subject.kernel.description.bytes_a_thread / 4, 1);
  const Index wide = std::max<Index>(257, 2 * Index{subject.block.x} * points_a_thread + 9);
  for (const Precision precision : {Precision::float32, Precision::float64})
    for (const int order : {2, 4, 6, 8})
      for (const Weights weights : {Weights::equal, Weights::per_axis}) {
        if (!takes(subject, order, precision)) continue;
        trials.compared.push_back(variant_trial(subject, {.points = extents(subject, wide, 130, 65),
                                                          .chunks = grid.chunks,
                                                          .precision = precision,
                                                          .order = order,
                                                          .weights = weights,
                                                          .cut = 3}));
      }
  trials.compared.push_back(profile_trial(subject, profile_points));
  return trials;
}

}  // namespace

std::string text_of(const LabTrial& trial) {
  const auto& [x, y, z] = trial.points;
  std::string text = trial.dimensions() == 2 ? fmt::format("{} x {} points", x, y)
                                             : fmt::format("{} x {} x {} points", x, y, z);
  if (trial.chunks) {
    text += fmt::format(", {} chunk{}", *trial.chunks, *trial.chunks == 1 ? "" : "s");
  }
  if (trial.task.precision == Precision::float64) text += ", float64";
  if (trial.task.block.radius > 1) {
    text += fmt::format(", order {}", order_of(trial.task.block.radius));
  }
  if (trial.task.weights == Weights::per_axis) text += ", unequal weights";
  if (trial.task.box != trial.task.block.owned) text += ", a box of them";
  return text;
}

LabTrial plain_trial(const Subject& subject, Index n, std::optional<Index> chunks) {
  const Index3 points{n, n, subject.dimensions == 2 ? 1 : n};
  const FieldLayout layout = packed_layout(points);
  const LocalBlock block = packed_block(points, layout);
  const Launch launch = plain_launch(subject, block, chunks);
  const Index3& tile = launch.tile;
  return {.points = points,
          .chunks = chunks,
          .task = {.kernel = subject.kernel,
                   .launch = {.name = subject.kernel.name,
                              .block = subject.block,
                              .chunk = tile.z,
                              .tile = {static_cast<int>(tile.x), static_cast<int>(tile.y)}},
                   .precision = Precision::float32,
                   .layout = layout,
                   .block = block,
                   .box = block.owned,
                   .launches = {launch}}};
}

LabTrial variant_trial(const Subject& subject, const VariantGrid& grid) {
  const std::optional<Index> chunk =
      grid.chunks ? std::optional(chunk_of(grid.points[subject.dimensions - 1], *grid.chunks))
                  : std::nullopt;
  const KernelChoice launch =
      choose_launch(subject.kernel, &subject.block, chunk ? &*chunk : nullptr,
                    bytes_of(grid.precision), grid.order);
  CountTask task = make_count_task({.kernel = subject.kernel,
                                    .points = grid.points,
                                    .launch = launch,
                                    .precision = grid.precision,
                                    .weights = grid.weights});
  const Index3 cut{grid.cut, grid.cut, subject.dimensions == 2 ? 0 : grid.cut};
  task.box = {task.box.first + cut, task.box.last - cut};
  return {.points = grid.points, .chunks = grid.chunks, .task = task};
}

LabTrial profile_trial(const Subject& subject, Index n) {
  if (subject.form == KernelForm::plain) return plain_trial(subject, n, subject.chunks);
  VariantGrid grid = first_taken(subject);
  grid.points = extents(subject, n, n, n);
  grid.chunks = subject.chunks;
  return variant_trial(subject, grid);
}

Trials trials_of(const Subject& subject, Index profile_points) {
  return subject.form == KernelForm::plain ? plain_trials(subject, profile_points)
                                           : variant_trials(subject, profile_points);
}

bool blocks_fit(const LabTrial& trial) {
  const Index3 points = trial.task.box.extent();
  const BlockTile& tile = trial.task.launch.tile;
  const bool walks_rows = trial.dimensions() == 2 && (trial.chunks || tile.walks_rows());
  return points.x % tile.columns == 0 && (walks_rows || points.y % tile.rows == 0);
}

}  // namespace ministencil
