// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>

#include "core/error.hpp"
#include "row.hpp"

namespace ministencil {

// Compiled from tests/emulator/kernels/.
extern const EmulatedEntry shuffles_plain, shuffles_counting, vector_shuffle_plain,
    vector_shuffle_counting, half_warps_plain, half_warps_counting, undeclared_shuffle_plain,
    undeclared_shuffle_counting;

namespace {

class EveryShuffle : public testing::TestWithParam<const EmulatedEntry*> {};

TEST_P(EveryShuffle, GivesTheValueOfTheLaneThatCudaNames) {
  Emulator emulator;
  Row row(1, 32);
  emulator.run(row.launch(*GetParam()));
  for (int lane = 0; lane < 32; ++lane) {
    const int segment = lane / 8 * 8, place = lane % 8;
    EXPECT_EQ(row.out[lane], 5) << lane;
    EXPECT_EQ(row.out[32 + lane], lane < 3 ? lane : lane - 3) << lane;
    EXPECT_EQ(row.out[64 + lane], lane > 28 ? lane : lane + 3) << lane;
    EXPECT_EQ(row.out[96 + lane], lane ^ 1) << lane;
    EXPECT_EQ(row.out[128 + lane], segment + 5) << lane;
    EXPECT_EQ(row.out[160 + lane], place < 3 ? lane : lane - 3) << lane;
    EXPECT_EQ(row.out[192 + lane], place > 4 ? lane : lane + 3) << lane;
    // Flipped bits lead to earlier segments, not to later ones.
    EXPECT_EQ(row.out[224 + lane], (lane ^ 12) > segment + 7 ? lane : lane ^ 12) << lane;
    EXPECT_EQ(row.out[256 + lane], lane < 16 ? 120 : -1) << lane << ": 0 + 1 + … + 15";
  }
}

INSTANTIATE_TEST_SUITE_P(Compilations, EveryShuffle,
                         testing::Values(&shuffles_plain, &shuffles_counting));

TEST(Shuffles, AreForEachWarpAlone) {
  Emulator emulator;
  Row row(1, 96, 2);
  emulator.run(row.launch(half_warps_plain));
  for (int lane = 0; lane < 16; ++lane) EXPECT_EQ(row.out[lane], (lane ^ 1) * 2 + 32);
}

TEST(Shuffles, AreRefusedWhereTheDescriptionDoesNotMentionThem) {
  for (const EmulatedEntry* entry : {&undeclared_shuffle_plain, &undeclared_shuffle_counting}) {
    Emulator emulator;
    Row row(1, 32);
    try {
      emulator.run(row.launch(*entry));
      FAIL() << "a kernel without fibers cannot wait";
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("uses_shuffles = true"));
    }
  }
}

/// A row of 128 floats is 16 sectors. The lanes at its ends load a neighbour each, alone.
TEST(Counting, AVectorOfAWarpIsOneRequestAndShufflesAreNone) {
  Emulator emulator;
  Row row(1, 32, 3);
  auto launch = row.launch(vector_shuffle_counting);
  launch.launch.region.pitch = 1024;
  launch.in += 512;
  launch.out += 512;
  const SectorCounts counts =
      emulator.count(launch, launch.grid(), Row::range(row.in), Row::range(row.out));
  EXPECT_EQ(counts, (SectorCounts{.loads = 3 * (16 + 1 + 1),
                                  .stores = 3 * 16,
                                  .load_requests = 3 * 3,
                                  .store_requests = 3,
                                  .loaded_bytes = 3 * 4 * (128 + 1 + 1),
                                  .stored_bytes = 3 * 4 * 128}));
}

TEST(Counting, VectorsHaveTheSameBitsInBothCompilations) {
  for (const EmulatedEntry* entry : {&vector_shuffle_plain, &vector_shuffle_counting}) {
    Emulator emulator;
    Row row(1, 32);
    auto launch = row.launch(*entry);
    launch.in += 512;
    emulator.run(launch);
    for (int lane = 0; lane < 32; ++lane) {
      const float first = static_cast<float>(512 + 4 * lane);
      EXPECT_EQ(row.out[4 * lane], (first - 1) + (first + 4)) << lane;
      EXPECT_EQ(row.out[4 * lane + 1], first + 1) << lane;
      EXPECT_EQ(row.out[4 * lane + 2], first + 2) << lane;
      EXPECT_EQ(row.out[4 * lane + 3], first + 3) << lane;
    }
  }
}

/// Half a warp is two sectors. After their meetings lanes are not matched with what they did
/// before.
TEST(Counting, LanesThatMeetApartFromTheirWarpAreOneRequestATurn) {
  Emulator emulator;
  Row row(1, 32, 5);
  EXPECT_EQ(row.count(emulator, half_warps_counting), (SectorCounts{.loads = 5 * 2,
                                                                    .stores = 4,
                                                                    .load_requests = 5,
                                                                    .store_requests = 1,
                                                                    .loaded_bytes = 5 * 16 * 4,
                                                                    .stored_bytes = 32 * 4}));
}

}  // namespace
}  // namespace ministencil
