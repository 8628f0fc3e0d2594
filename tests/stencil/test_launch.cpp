// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <limits>
#include <vector>

#include "core/error.hpp"
#include "stencil/launch.hpp"

namespace ministencil {
namespace {

using testing::SizeIs;

constexpr Index grid_limit = 65535;

/// A block without halo whose faces are all fixed, rows back to back.
LocalBlock block_of(Index3 points) {
  const Box owned{{0, 0, 0}, points};
  return {.owned = owned,
          .readable = owned,
          .inner = {{1, 1, 1}, points - Index3{1, 1, 1}},
          .pitch = points.x,
          .plane = points.x * points.y};
}

/// The boxes that the blocks of a launch update, as kernels derive them.
std::vector<Box> boxes_of(const Launch& launch) {
  std::vector<Box> boxes;
  const Region& r = launch.region;
  for (Index bz = 0; bz < launch.grid.z; ++bz)
    for (Index by = 0; by < launch.grid.y; ++by)
      for (Index bx = 0; bx < launch.grid.x; ++bx) {
        const Index3 first{r.first.x + bx * launch.block.x, r.first.y + by * launch.block.y,
                           r.first.z + bz * r.chunk};
        boxes.push_back({first,
                         {std::min<Index>(first.x + launch.block.x, r.last.x),
                          std::min<Index>(first.y + launch.block.y, r.last.y),
                          std::min<Index>(first.z + r.chunk, r.last.z)}});
      }
  return boxes;
}

void expect_each_point_once(Index3 points, const Box& box, BlockShape threads, Index chunk) {
  std::vector<int> written(static_cast<std::size_t>(points.product()), 0);
  for (const Launch& launch : plan_launches(block_of(points), box, threads, chunk)) {
    EXPECT_LE(launch.grid.y, grid_limit);
    EXPECT_LE(launch.grid.z, grid_limit);
    for (const Box& part : boxes_of(launch)) {
      EXPECT_FALSE(part.empty()) << "a block without points";
      for (Index z = part.first.z; z < part.last.z; ++z)
        for (Index y = part.first.y; y < part.last.y; ++y)
          for (Index x = part.first.x; x < part.last.x; ++x)
            ++written[x + points.x * (y + points.y * z)];
    }
  }
  Index here = 0, wrong = 0;
  for (Index z = 0; z < points.z; ++z)
    for (Index y = 0; y < points.y; ++y)
      for (Index x = 0; x < points.x; ++x, ++here) {
        wrong += written[here] != (box.contains({x, y, z}) ? 1 : 0);
      }
  EXPECT_EQ(wrong, 0) << points.x << " x " << points.y << " x " << points.z << ", chunk " << chunk;
}

TEST(PlanLaunches, CoversEveryPointOfTheBoxExactlyOnce) {
  for (const Index3 points : {Index3{17, 13, 11}, {33, 5, 64}, {1, 1, 1}, {40, 20, 7}}) {
    for (const BlockShape threads : {BlockShape{32, 16, 1}, {8, 4, 1}, {1, 1, 1}}) {
      for (const Index chunk : {1, 3, 4, 64}) {
        expect_each_point_once(points, {{0, 0, 0}, points}, threads, chunk);
      }
    }
  }
  expect_each_point_once({17, 13, 11}, {{1, 2, 3}, {16, 3, 9}}, {8, 4, 1}, 4);
}

TEST(PlanLaunches, FoldsMoreRowsThanAGridHolds) {
  const Index3 points{1, 2 * grid_limit + 7, 1};
  EXPECT_THAT(plan_launches(block_of(points), {{0, 0, 0}, points}, {32, 1, 1}, 1), SizeIs(3));
  expect_each_point_once(points, {{0, 0, 0}, points}, {32, 1, 1}, 1);
  EXPECT_THAT(plan_launches(block_of(points), {{0, 0, 0}, points}, {32, 16, 1}, 1), SizeIs(1));
}

TEST(PlanLaunches, FoldsMoreChunksThanAGridHolds) {
  const Index3 points{2, 1, 2 * grid_limit + 3};
  EXPECT_THAT(plan_launches(block_of(points), {{0, 0, 0}, points}, {32, 16, 1}, 1), SizeIs(3));
  expect_each_point_once(points, {{0, 0, 0}, points}, {32, 16, 1}, 1);
  expect_each_point_once({1, 1, 3 * grid_limit + 1}, {{0, 0, 1}, {1, 1, 3 * grid_limit + 1}},
                         {1, 1, 1}, 2);
}

TEST(PlanLaunches, GivesNothingForAnEmptyBox) {
  const LocalBlock block = block_of({8, 8, 8});
  for (const Box& box :
       {Box{{0, 0, 0}, {0, 8, 8}}, {{3, 5, 0}, {8, 5, 8}}, {{0, 0, 6}, {8, 8, 2}}}) {
    EXPECT_THAT(plan_launches(block, box, {32, 16, 1}, 64), SizeIs(0));
  }
}

/// 256 planes in 3 or 4 chunks are what published sector counts of the 3D kernels assume.
TEST(PlanLaunches, DerivesTheChunkHeightFromTheNumberOfChunks) {
  const auto chunking = [](Index planes, Index chunk) {
    const Index3 points{4, 4, planes};
    const auto launches = plan_launches(block_of(points), {{0, 0, 0}, points}, {32, 16, 1}, chunk);
    return std::pair{launches.front().grid.z, Index{launches.front().region.chunk}};
  };
  EXPECT_EQ(chunking(256, 64), (std::pair<Index, Index>{4, 64}));
  EXPECT_EQ(chunking(256, 86), (std::pair<Index, Index>{3, 86}));
  EXPECT_EQ(chunking(256, 100), (std::pair<Index, Index>{3, 86}));
  EXPECT_EQ(chunking(65, 64), (std::pair<Index, Index>{2, 33}));
  EXPECT_EQ(chunking(5, 64), (std::pair<Index, Index>{1, 5}));
}

TEST(PlanLaunches, LetsABlockReadOnePointAroundItsBoxWhereValuesAre) {
  LocalBlock block = block_of({8, 9, 10});
  block.readable = {{-1, 0, 0}, {8, 9, 11}};  // halo below x and above z
  const auto launches = plan_launches(block, {{0, 3, 5}, {8, 9, 10}}, {32, 16, 1}, 64);
  ASSERT_THAT(launches, SizeIs(1));
  const Region& region = launches[0].region;
  EXPECT_EQ(region.readable_first.x, -1);
  EXPECT_EQ(region.readable_last.x, 8);
  EXPECT_EQ(region.readable_first.y, 2);
  EXPECT_EQ(region.readable_last.y, 9);
  EXPECT_EQ(region.readable_first.z, 4);
  EXPECT_EQ(region.readable_last.z, 11);
}

TEST(PlanLaunches, LetsABlockReadAsFarAsTheRadiusWhereValuesAre) {
  LocalBlock block = block_of({8, 9, 10});
  block.readable = {{-4, -3, 0}, {8, 13, 14}};
  block.radius = 4;
  const auto launches = plan_launches(block, {{0, 0, 5}, {8, 9, 8}}, {32, 16, 1}, 64);
  const Region& region = launches.at(0).region;
  EXPECT_EQ(region.readable_first.x, -4);
  EXPECT_EQ(region.readable_last.x, 8);
  EXPECT_EQ(region.readable_first.y, -3);
  EXPECT_EQ(region.readable_last.y, 13);
  EXPECT_EQ(region.readable_first.z, 1);
  EXPECT_EQ(region.readable_last.z, 12);
}

TEST(PlanLaunches, RefusesAnExtentThat32BitsCannotHold) {
  const Index3 points{Index{1} << 31, 1, 1};
  EXPECT_THROW(plan_launches(block_of(points), {{0, 0, 0}, points}, {32, 16, 1}, 64), InputError);
}

}  // namespace
}  // namespace ministencil
