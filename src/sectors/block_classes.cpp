// SPDX-License-Identifier: Apache-2.0
#include "sectors/block_classes.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <tuple>
#include <utility>

namespace ministencil {

namespace {

constexpr Index sector_bytes = 32;
constexpr int specials = 6;

using Distances = std::array<Index, specials>;

/// Blocks that are alike as far as one axis can tell.
struct AxisClass {
  Distances distances;  // from a block's start to the special coordinates
  Index alignment;      // elements beyond a multiple of a sector that the axis adds to the offset
  Index first;          // lowest block index
  Index blocks;
};

/// What block_classes() has to know of one axis.
struct Axis {
  Index first, extent, blocks;  // first coordinate, points a block covers, blocks
  Index stride;                 // elements from point to point
  Distances special;
};

std::array<Axis, axes> axes_of(const Launch& launch) {
  const Region& r = launch.region;
  const auto along = [&](int axis, Index stride, auto at) -> Axis {
    return {.first = launch.first[axis],
            .extent = launch.tile[axis],
            .blocks = launch.grid[axis],
            .stride = stride,
            .special = {at(r.first), at(r.last), at(r.readable_first), at(r.readable_last),
                        at(r.inner_first), at(r.inner_last)}};
  };
  return {along(0, 1, [](Point p) { return p.x; }), along(1, r.pitch, [](Point p) { return p.y; }),
          along(2, r.plane, [](Point p) { return p.z; })};
}

Index positive_modulo(Index value, Index divisor) {
  return ((value % divisor) + divisor) % divisor;
}

Distances distances_from(const Axis& axis, Index block) {
  const Index start = axis.first + block * axis.extent;
  Distances distances;
  for (int i = 0; i < specials; ++i) {
    distances[i] =
        std::clamp(axis.special[i] - start, -farthest_reach, axis.extent + farthest_reach);
  }
  return distances;
}

Index alignment_of(const Axis& axis, Index block, Index period) {
  const Index start = axis.first + block * axis.extent;
  // Reduced first, so that the product cannot overflow.
  return positive_modulo(positive_modulo(start, period) * positive_modulo(axis.stride, period),
                         period);
}

/// Block indices, ascending, between which no block is near a special coordinate, or all are.
std::vector<Index> cuts_of(const Axis& axis) {
  std::vector<Index> cuts{0, axis.blocks};
  for (const Index special : axis.special) {
    const Index nearest = (special - axis.first) / axis.extent;
    const Index near = farthest_reach / axis.extent + 2;
    cuts.push_back(std::clamp<Index>(nearest - near, 0, axis.blocks));
    cuts.push_back(std::clamp<Index>(nearest + near, 0, axis.blocks));
  }
  std::sort(cuts.begin(), cuts.end());
  return cuts;
}

/// Time and result do not grow with the number of blocks.
std::vector<AxisClass> classes_along(const Axis& axis, Index period) {
  std::map<std::pair<Distances, Index>, AxisClass> classes;
  const auto add = [&](Index block, Index blocks) {
    const Distances distances = distances_from(axis, block);
    const Index alignment = alignment_of(axis, block, period);
    const AxisClass fresh{distances, alignment, block, 0};
    classes.emplace(std::pair{distances, alignment}, fresh).first->second.blocks += blocks;
  };
  const std::vector<Index> cuts = cuts_of(axis);
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    const Index first = cuts[i], last = cuts[i + 1];
    if (first == last) continue;
    // No distance grows from block to block: equal at both ends, equal in between.
    const bool alike = distances_from(axis, first) == distances_from(axis, last - 1);
    const Index step = alike ? period : last - first;  // alignment repeats after `period` blocks
    for (Index block = first; block < std::min(first + step, last); ++block) {
      add(block, ceil_div(last - block, step));
    }
  }
  std::vector<AxisClass> list;
  for (const auto& [key, axis_class] : classes) list.push_back(axis_class);
  return list;
}

/// After how many elements along each axis alignments repeat, and how they add up.
struct Alignment {
  Index3 period;
  bool is_sum;  // of rows in memory only the sum of the axes' alignments matters

  Index combined(Index x, Index y, Index z) const {
    return is_sum ? (x + y + z) % period.x : x + y * period.x;
  }
};

Alignment alignment_for(Placement placement, int element_bytes) {
  if (placement == Placement::array) return {.period = {4, 2, 1}, .is_sum = false};
  const Index elements = sector_bytes / element_bytes;
  return {.period = {elements, elements, elements}, .is_sum = true};
}

}  // namespace

std::vector<BlockClass> block_classes(const std::vector<Launch>& launches, int element_bytes,
                                      Placement placement) {
  const Alignment rule = alignment_for(placement, element_bytes);
  // Launches share everything but their region.
  std::map<std::tuple<Distances, Distances, Distances, Index>, BlockClass> classes;
  for (const Launch& launch : launches) {
    auto [along_x, along_y, along_z] = axes_of(launch);
    if (placement == Placement::array) along_y.stride = along_z.stride = 1;
    const auto xs = classes_along(along_x, rule.period.x),
               ys = classes_along(along_y, rule.period.y),
               zs = classes_along(along_z, rule.period.z);
    for (const AxisClass& z : zs)
      for (const AxisClass& y : ys)
        for (const AxisClass& x : xs) {
          const Index alignment = rule.combined(x.alignment, y.alignment, z.alignment);
          const BlockClass fresh{&launch, {x.first, y.first, z.first}, 0};
          classes.emplace(std::tuple{x.distances, y.distances, z.distances, alignment}, fresh)
              .first->second.blocks += x.blocks * y.blocks * z.blocks;
        }
  }
  std::vector<BlockClass> list;
  for (const auto& [key, block_class] : classes) list.push_back(block_class);
  return list;
}

}  // namespace ministencil
