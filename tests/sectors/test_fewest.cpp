// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>
#include <set>

#include "sectors/fewest.hpp"

namespace ministencil {
namespace {

/// Looks at every point and keeps every sector.
FewestSectors by_brute_force(const FieldLayout& layout, const LocalBlock& block, const Box& box,
                             Precision precision) {
  std::set<Index> loaded, stored;
  const auto sector = [&](Index3 p) { return layout.offset(p) * bytes_of(precision) / 32; };
  for (Index z = box.first.z; z < box.last.z; ++z)
    for (Index y = box.first.y; y < box.last.y; ++y)
      for (Index x = box.first.x; x < box.last.x; ++x) {
        const Index3 p{x, y, z};
        stored.insert(sector(p));
        loaded.insert(sector(p));
        if (!block.inner.contains(p)) continue;
        for (int axis = 0; axis < axes; ++axis)
          for (Index step = -block.radius; step <= block.radius; ++step) {
            Index3 neighbour = p;
            neighbour[axis] += step;
            loaded.insert(sector(neighbour));
          }
      }
  return {static_cast<Index>(loaded.size()), static_cast<Index>(stored.size())};
}

TEST(FewestSectors, EqualBruteForceOnRandomBoxesAndLayouts) {
  std::mt19937 random(1);
  const auto pick = [&](Index first, Index last) {
    return std::uniform_int_distribution<Index>(first, last)(random);
  };
  for (int trial = 0; trial < 500; ++trial) {
    // Many rows or many planes in some, so that like ones are taken together.
    const Index rows = trial % 5 == 1 ? 70 : 9, planes = trial % 5 == 2 ? 70 : 9;
    const Index3 points{pick(1, 40), pick(1, rows), pick(1, planes)};
    const Precision precision = trial % 2 ? Precision::float32 : Precision::float64;
    const int radius = 1 + trial % 4;
    HaloWidths halo{};  // one layer less at fixed faces
    for (auto& axis : halo) axis = {radius - pick(0, 1), radius - pick(0, 1)};
    const bool packed = trial % 3 == 0;
    if (packed) halo = {};
    const FieldLayout layout =
        packed ? packed_layout(points) : application_layout(points, halo, bytes_of(precision));
    LocalBlock block{layout.owned_box(), layout.stored_box(), layout.owned_box(),
                     layout.pitch,       layout.plane,        radius};
    Box box;
    for (int axis = 0; axis < axes; ++axis) {
      block.inner.first[axis] += radius - halo[axis][0];
      block.inner.last[axis] -= radius - halo[axis][1];
      box.first[axis] = pick(0, points[axis]);
      box.last[axis] = pick(0, points[axis]);
    }
    if (trial % 4 == 0) box = block.owned;
    EXPECT_EQ(fewest_sectors(layout, block, box, precision),
              by_brute_force(layout, block, box, precision))
        << "trial " << trial;
  }
}

TEST(FewestSectors, AreOneLoadAndStoreOfEveryAlignedSectorOfAWholeGrid) {
  const FieldLayout layout = packed_layout({256, 16, 16});
  const LocalBlock block{
      layout.owned_box(), layout.owned_box(), {{1, 1, 1}, {255, 15, 15}}, 256, 4096};
  EXPECT_EQ(fewest_sectors(layout, block, block.owned, Precision::float32),
            (FewestSectors{8192, 8192}));
}

TEST(FewestSectors, OfMoreRowsThanCouldBeVisited) {
  const Index rows = Index{1} << 26;
  const FieldLayout layout = packed_layout({8, rows, rows});
  const LocalBlock block{layout.owned_box(), layout.owned_box(), {}, layout.pitch, layout.plane};
  EXPECT_EQ(fewest_sectors(layout, block, block.owned, Precision::float32),
            (FewestSectors{rows * rows, rows * rows}));
}

}  // namespace
}  // namespace ministencil
