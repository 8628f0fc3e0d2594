// SPDX-License-Identifier: Apache-2.0
#include "sectors/block_classes.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace ministencil {

namespace {

constexpr Index sector_bytes = 32;
constexpr int specials = 6;

/// Blocks that are alike as far as one axis can tell.
struct AxisClass {
  int distances;    // number of their set of distances
  Index alignment;  // elements beyond a multiple of a sector that the axis adds to the offset
  Index first;      // lowest block index
  Index blocks;
};

/// What block_classes() has to know of one axis.
struct Axis {
  Index first, extent, blocks;  // first coordinate, points a block covers, blocks
  Index stride;                 // elements from point to point
  std::array<Index, specials> special;
};

std::array<Axis, axes> axes_of(const Launch& launch) {
  const Region& r = launch.region;
  return {{{.first = r.first.x,
            .extent = launch.block.x,
            .blocks = launch.grid.x,
            .stride = 1,
            .special = {r.first.x, r.last.x, r.readable_first.x, r.readable_last.x, r.inner_first.x,
                        r.inner_last.x}},
           {.first = r.first.y,
            .extent = launch.block.y,
            .blocks = launch.grid.y,
            .stride = r.pitch,
            .special = {r.first.y, r.last.y, r.readable_first.y, r.readable_last.y, r.inner_first.y,
                        r.inner_last.y}},
           {.first = r.first.z,
            .extent = r.chunk,
            .blocks = launch.grid.z,
            .stride = r.plane,
            .special = {r.first.z, r.last.z, r.readable_first.z, r.readable_last.z, r.inner_first.z,
                        r.inner_last.z}}}};
}

Index positive_modulo(Index value, Index divisor) {
  return ((value % divisor) + divisor) % divisor;
}

std::vector<AxisClass> classes_along(const Axis& axis, Index period) {
  std::map<std::array<Index, specials>, int> numbers;
  std::map<std::pair<int, Index>, AxisClass> classes;
  for (Index block = 0; block < axis.blocks; ++block) {
    const Index start = axis.first + block * axis.extent;
    std::array<Index, specials> distances;
    for (int i = 0; i < specials; ++i) {
      distances[i] =
          std::clamp(axis.special[i] - start, -farthest_reach, axis.extent + farthest_reach);
    }
    const int number = numbers.emplace(distances, static_cast<int>(numbers.size())).first->second;
    // Reduced first, so that the product cannot overflow.
    const Index alignment = positive_modulo(
        positive_modulo(start, period) * positive_modulo(axis.stride, period), period);
    const AxisClass fresh{number, alignment, block, 0};
    ++classes.emplace(std::pair{number, alignment}, fresh).first->second.blocks;
  }
  std::vector<AxisClass> list;
  for (const auto& [key, axis_class] : classes) list.push_back(axis_class);
  return list;
}

}  // namespace

std::vector<BlockClass> block_classes(const Launch& launch, int element_bytes) {
  const Index period = sector_bytes / element_bytes;
  const auto [along_x, along_y, along_z] = axes_of(launch);
  const auto xs = classes_along(along_x, period), ys = classes_along(along_y, period),
             zs = classes_along(along_z, period);
  // Only the sum of the axes' alignments matters.
  std::map<std::array<Index, 4>, BlockClass> classes;
  for (const AxisClass& z : zs)
    for (const AxisClass& y : ys)
      for (const AxisClass& x : xs) {
        const Index alignment = (x.alignment + y.alignment + z.alignment) % period;
        const BlockClass fresh{{x.first, y.first, z.first}, 0};
        classes
            .emplace(std::array<Index, 4>{x.distances, y.distances, z.distances, alignment}, fresh)
            .first->second.blocks += x.blocks * y.blocks * z.blocks;
      }
  std::vector<BlockClass> list;
  for (const auto& [key, block_class] : classes) list.push_back(block_class);
  return list;
}

}  // namespace ministencil
