// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "core/error.hpp"
#include "sectors/intensity.hpp"

namespace ministencil {
namespace {

BlockWork work_of(const char* name, BlockShape block, Index chunk, int order = 2,
                  Precision precision = Precision::float32) {
  const Kernel& kernel = find_kernel(name);
  return interior_block(kernel, choose_launch(kernel, &block, &chunk, bytes_of(precision), order),
                        precision);
}

/// As a table prints it.
double two_decimals(double value) { return std::round(100 * value) / 100; }

double op_per_byte(const char* name, BlockShape block, Index chunk) {
  return two_decimals(work_of(name, block, chunk).flop_per_byte());
}

constexpr double limit = 13.0 / 4;  // every float loaded once

/// (13/4)(1 − 2/T)³: an input tile of T³ points, of which those not on the rim are updated.
double formula(double edge) { return limit * std::pow(1 - 2 / edge, 3); }

TEST(Flop, AreACoefficientForEachPointOfTheStar) {
  EXPECT_EQ(flop_a_point(1, 3), 13);
  EXPECT_EQ(flop_a_point(1, 2), 9);
  EXPECT_EQ(flop_a_point(4, 3), 25 + 24);
}

TEST(Intensity, OfTheBasicSweepIsThatOfSevenLoadsAPoint) {
  EXPECT_EQ(op_per_byte("naive", {8, 8, 1}, 8), 0.46);
  EXPECT_EQ(op_per_byte("naive", {32, 16, 1}, 64), 0.46);
  const BlockWork work = work_of("naive", {8, 8, 1}, 8);
  EXPECT_EQ(work.points, 512);
  EXPECT_EQ(work.loaded_bytes, 512 * 7 * 4);
  EXPECT_EQ(work.flop, 512 * 13);
}

TEST(Intensity, OfTheSharedTileIsThatOfTheTextbook) {
  const BlockWork work = work_of("shared_tile", {8, 8, 8}, 6);
  EXPECT_EQ(two_decimals(work.flop_per_byte()), 1.37);
  EXPECT_EQ(two_decimals(formula(8)), 1.37);
  EXPECT_EQ(work.loaded_bytes, 512 * 4) << "every point of the tile once";
  EXPECT_EQ(work.points, 216);
  const double halo_share =
      1 - 4.0 * static_cast<double>(work.points) / static_cast<double>(work.loaded_bytes);
  EXPECT_EQ(two_decimals(halo_share), 0.58);
}

/// The textbook's 2.68 for T = 32 is an input tile of 32³ points, so a march of T − 2 planes. An
/// endless march would reach 2.86; 3.25 takes an endless tile, too.
TEST(Intensity, OfTheCoarsenedTilesIsThatOfTheTextbook) {
  for (const char* kernel : {"coarsened", "coarsened_registers"}) {
    EXPECT_EQ(op_per_byte(kernel, {32, 32, 1}, 30), 2.68) << kernel;
    EXPECT_EQ(op_per_byte(kernel, {32, 32, 1}, 16), 2.54) << kernel << ", the worked case";
    EXPECT_EQ(op_per_byte(kernel, {32, 32, 1}, 5000), 2.86) << kernel << ", an endless march";
    const BlockWork worked = work_of(kernel, {32, 32, 1}, 16);
    EXPECT_EQ(worked.points, 30 * 30 * 16) << kernel;
    EXPECT_EQ(worked.loaded_bytes, 32 * 32 * 18 * 4) << kernel;
  }
  EXPECT_EQ(two_decimals(formula(32)), 2.68);
}

TEST(Intensity, OfNoKernelIsBeyondTheLimit) {
  for (const Kernel& kernel : kernel_catalogue()) {
    const KernelChoice launch = choose_launch(kernel, nullptr, nullptr, 4, 2);
    const BlockWork work = interior_block(kernel, launch, Precision::float32);
    const int dimensions = kernel.description.dimensions, star = 2 * dimensions + 1;
    const double most = (2.0 * star - 1) / 4;
    EXPECT_LT(work.flop_per_byte(), most) << kernel.name;
    EXPECT_GE(work.flop_per_byte(), most / star - 1e-12) << kernel.name;
    const BlockTile& tile = launch.tile;
    const Index walked = kernel.description.marches ? launch.chunk : 1;
    EXPECT_EQ(work.points,
              walked * tile.columns * std::max(tile.rows, 1) * std::max(tile.planes, 1))
        << kernel.name;
  }
}

/// A block of 32 × 16 columns and 8 planes loads `planes` of them, and a rim of both axes' layers.
TEST(Intensity, CountsEveryLoadOfEveryLaneAtAnyOrderAndPrecision) {
  for (const int order : {2, 4, 6, 8}) {
    const Index radius = order / 2, rim = 2 * radius * (32 + 16);
    const BlockWork work = work_of("rotated", {32, 16, 1}, 8, order, Precision::float64);
    EXPECT_EQ(work.points, 32 * 16 * 8);
    EXPECT_EQ(work.loaded_bytes, 8 * (32 * 16 * (8 + 2 * radius) + 8 * rim)) << order;
    EXPECT_EQ(work.flop, work.points * (12 * radius + 1)) << order;
  }
}

TEST(Intensity, OnA2DGridHasNoNeighboursAlongZ) {
  const Kernel& naive = find_kernel("naive", 2);
  const BlockWork work =
      interior_block(naive, choose_launch(naive, nullptr, nullptr, 4), Precision::float32);
  EXPECT_EQ(work.loaded_bytes, work.points * 5 * 4);
  EXPECT_EQ(work.flop, work.points * 9);
  const Kernel& tile = find_kernel("halo_tile", 2);
  const BlockShape block{32, 8, 1};
  const BlockWork tiled =
      interior_block(tile, choose_launch(tile, &block, nullptr, 4), Precision::float32);
  EXPECT_EQ(tiled.points, 32 * 8);
  EXPECT_EQ(tiled.loaded_bytes, 4 * (32 * 8 + 2 * (32 + 8))) << "each point of tile and ring once";
}

TEST(Intensity, OfBlocksThinnerThanTheReachIsThatOfABlockAwayFromTheFaces) {
  const BlockWork work = work_of("naive", {1, 1, 1}, 1, 8);
  EXPECT_EQ(work.points, 1);
  EXPECT_EQ(work.loaded_bytes, 25 * 4);
}

TEST(Intensity, OfAMarchTooLongToEmulateIsRefused) {
  try {
    work_of("naive", {32, 16, 1}, 65537);
    FAIL() << "accepted";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(),
                testing::HasSubstr("at most 65536 planes, or rows; use a smaller chunk"));
  }
}

}  // namespace
}  // namespace ministencil
