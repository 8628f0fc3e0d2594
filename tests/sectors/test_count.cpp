// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <ostream>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "sectors/count.hpp"

namespace ministencil {

void PrintTo(const SectorCounts& counts, std::ostream* stream) {
  *stream << counts.loads << " + " << counts.stores << " sectors in " << counts.load_requests
          << " + " << counts.store_requests << " requests";
}

namespace {

/// A launch over 256^3 packed points, blocks of 32 x 16, whose sectors the GPU's counters gave.
struct Published {
  const char* kernel;
  Index chunks, loads;
};
constexpr Published published[] = {{"naive", 8, 15'387'448},
                                   {"shared_plane", 4, 7'536'896},
                                   {"rotated", 4, 3'457'024},
                                   {"rotated", 8, 3'522'560},
                                   {"rotated", 16, 3'653'632}};
constexpr Index published_stores = 2'226'184;

/// A launch over 4096^2 packed points by the default block, whose sectors the GPU's counters gave.
struct Published2D {
  const char* kernel;
  Index chunks, loads;  // no chunks: a thread a point
};
constexpr Published2D published_2d[] = {{"naive", 0, 11'521'540},
                                        {"halo_tile", 0, 3'670'016},
                                        {"strip", 16, 6'421'504},
                                        {"rolled_strip", 16, 2'243'584},
                                        {"rolling_rows", 16, 2'243'584}};
constexpr Index published_2d_stores = 2'105'340;

CountTask task_of(const Published2D& p) {
  const Kernel& kernel = find_kernel(p.kernel, 2);
  const Index chunk = p.chunks > 0 ? chunk_of(4096, p.chunks) : 1;
  return make_count_task(
      {.kernel = kernel,
       .points = {4096, 4096, 1},
       .launch = choose_launch(kernel, nullptr, p.chunks > 0 ? &chunk : nullptr, sizeof(float))});
}

KernelChoice launch_of(const char* kernel, Index chunk, BlockShape block = {32, 16, 1},
                       int order = 2) {
  return choose_launch(find_kernel(kernel), &block, &chunk, sizeof(float), order);
}

CountTask task_of(const Published& p) {
  return make_count_task({.kernel = find_kernel(p.kernel),
                          .points = {256, 256, 256},
                          .launch = launch_of(p.kernel, chunk_of(256, p.chunks))});
}

void expect_published(const Published& p, const SectorCounts& counts) {
  EXPECT_EQ(counts.loads, p.loads) << p.kernel << ", " << p.chunks << " chunks";
  EXPECT_EQ(counts.stores, published_stores) << p.kernel << ", " << p.chunks << " chunks";
}

TEST(Count, SampledEqualsTheCountersOfAGpu) {
  for (const Published& p : published) expect_published(p, count_sampled(task_of(p)));
}

TEST(Count, OfA2DGridEqualsTheCountersOfAGpu) {
  for (const Published2D& p : published_2d) {
    const SectorCounts counts = count_sampled(task_of(p));
    EXPECT_EQ(counts.loads, p.loads) << p.kernel;
    EXPECT_EQ(counts.stores, published_2d_stores) << p.kernel;
  }
}

TEST(Count, FullEqualsTheCountersOfAGpu) {
  for (const Published& p : published) expect_published(p, count_full(task_of(p)));
}

TEST(Count, ReportsTheFewestBesideTheCounted) {
  const PhaseSectors sectors = count({.kernel = find_kernel("rotated"),
                                      .points = {256, 256, 256},
                                      .launch = launch_of("rotated", 64)});
  EXPECT_EQ(sectors.points, 256 * 256 * 256);
  EXPECT_EQ(sectors.counted.loads, 3'457'024);
  EXPECT_EQ(sectors.fewest, (FewestSectors{256 * 256 * 32, 256 * 256 * 32}));
}

TEST(Count, ReachesGridsThatNoMachineHolds) {
  const PhaseSectors sectors = count({.kernel = find_kernel("rotated"),
                                      .points = {4096, 4096, 4096},
                                      .launch = launch_of("rotated", 64),
                                      .layout = CountLayout::application});
  EXPECT_GT(sectors.counted.loads, sectors.fewest.loads);
  EXPECT_GE(sectors.counted.stores, sectors.fewest.stores);
  EXPECT_EQ(sectors.fewest.stores, Index{4096} * 4096 * 512);
}

TEST(Count, AlignedRowsAskForFewerSectorsThanPackedOnes) {
  const auto counted = [](CountLayout layout) {
    return count({.kernel = find_kernel("rotated"),
                  .points = {258, 64, 64},
                  .launch = launch_of("rotated", 64),
                  .layout = layout})
        .counted.sectors();
  };
  EXPECT_LT(counted(CountLayout::application), counted(CountLayout::packed));
}

/// A warp of 32 aligned float32 points asks for 4 sectors, for its neighbours at a distance along x
/// for 5 on either side.
TEST(Count, OfANaiveKernelGrowsByTheStar) {
  for (const int order : {2, 4, 6, 8}) {
    const auto counted = [&](Index points) {
      return count({.kernel = find_kernel("naive"),
                    .points = {256, points, points},
                    .launch = launch_of("naive", 64, {32, 1, 1}, order)})
          .counted.loads;
    };
    const Index radius = order / 2, rows = 8;
    const Index inside = counted(40 + rows) - 2 * counted(40) + counted(40 - rows);
    // Second differences leave the rows that have all neighbours, of 8 warps each. The first of
    // them asks for none to its left, the last for none to its right; at distance 4 the 4 points
    // that radius 4 copies leave out a sector on the other side too.
    const Index a_warp = 4 + 2 * radius * 5 + 4 * radius * 4;
    const Index ends = 2 * radius + (radius == 4 ? 2 : 0);
    EXPECT_EQ(inside, 2 * rows * rows * (8 * a_warp - ends)) << "order " << order;
  }
}

/// Rows of 256 points are two warps of vectors, 32 sectors. Each chunk loads its planes and one on
/// either side; every row is loaded for the rows above and below it; and where the two warps meet,
/// each loads one sector of the other's.
TEST(Count, OfAVectorMarchIsThatOfItsRows) {
  const SectorCounts counted = count({.kernel = find_kernel("vector_march"),
                                      .points = {256, 256, 256},
                                      .launch = launch_of("vector_march", 64, {32, 8, 1})})
                                   .counted;
  EXPECT_EQ(counted.loads, (256 + 6) * 256 * 32 + 2 * 255 * 256 * 32 + 2 * 256 * 256);
  EXPECT_EQ(counted.stores, 256 * 256 * 32);
  EXPECT_EQ(counted.store_requests, 256 * 256 * 2);
}

TEST(Count, InTheApplicationsLayoutUpdatesUpToTheFixedFaces) {
  CountRequest request{.kernel = find_kernel("rotated"),
                       .points = {64, 32, 32},
                       .launch = launch_of("rotated", 8, {32, 8, 1}, 8)};
  EXPECT_EQ(make_count_task(request).block.inner, (Box{{4, 4, 4}, {60, 28, 28}}));
  request.layout = CountLayout::application;
  const CountTask task = make_count_task(request);
  EXPECT_EQ(task.block.inner, (Box{{1, 1, 1}, {63, 31, 31}}));
  EXPECT_EQ(task.block.readable, (Box{{-3, -3, -3}, {67, 35, 35}}));
}

TEST(Count, ChunksCutEvenlyOrNotAtAll) {
  EXPECT_EQ(chunk_of(256, 4), 64);
  EXPECT_EQ(chunk_of(10, 4), 3);
  EXPECT_EQ(chunk_of(3, 8), 1);
  EXPECT_THROW(chunk_of(256, 0), InputError);
  EXPECT_THROW(chunk_of(256, -1), InputError);
}

TEST(Count, SaysThatAddressesWereRefused) {
  CountTask task = task_of(published[0]);
  task.layout.elements = Index{1} << 60;
  try {
    count_sampled(task);
    FAIL() << "no machine has that many addresses";
  } catch (const MachineError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("ulimit -v"));
  }
}

TEST(CountRank, PhasesAreTheSumsOfTheirBoxes) {
  CountTask task = task_of(published[2]);
  const Box interior{{0, 0, 1}, {256, 256, 255}};
  const std::vector<Box> shells = {{{0, 0, 0}, {256, 256, 1}}, {{0, 0, 255}, {256, 256, 256}}, {}};
  const RankSectors sectors = count_rank(task, interior, shells);
  EXPECT_EQ(sectors.total().points, task.box.points());
  EXPECT_EQ(sectors.shells.points, 2 * 256 * 256);
  task.box = interior;
  EXPECT_EQ(sectors.interior, count_phase(task));
  task.box = shells[0];
  EXPECT_EQ(sectors.shells.counted, count_full(task) * 2) << "the two faces are alike";
}

}  // namespace
}  // namespace ministencil
