// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/error.hpp"
#include "row.hpp"

namespace ministencil {

// Compiled from tests/emulator/kernels/.
extern const EmulatedEntry nothing_counting, undeclared_barrier_plain, undeclared_barrier_counting,
    reversed_plain, reversed_counting, early_return_plain, unwritten_plain, divergent_counting;

namespace {

using testing::Each;
using testing::HasSubstr;

/// What the kernel `reversed` makes of a row.
std::vector<float> reversed_in(const Row& row, Index blocks, int width) {
  std::vector<float> expected(Row::elements, -1.0f);
  std::size_t at = 0;
  for (Index block = 0; block < blocks; ++block)
    for (int lane = width - 1; lane >= 0; --lane) expected[at++] = row.in[block * width + lane];
  return expected;
}

bool equal(const float (&field)[Row::elements], const std::vector<float>& expected) {
  return std::equal(expected.begin(), expected.end(), field, field + Row::elements);
}

TEST(Emulator, ThreadsWaitForEachOtherAtBarriers) {
  Emulator emulator;
  Row row(3, 96, 5);
  emulator.run(row.launch(reversed_plain));
  EXPECT_TRUE(equal(row.out, reversed_in(row, 3, 96)));
}

TEST(Emulator, ServesLaunchesOfGrowingAndShrinkingBlocks) {
  Emulator emulator;
  for (const int width : {1, 1024, 7, 33, 1024}) {
    Row row(2, width, 3);
    emulator.run(row.launch(reversed_plain));
    EXPECT_TRUE(equal(row.out, reversed_in(row, 2, width))) << width << " threads";
  }
}

TEST(Emulator, RunsBlocksThatNeverReachTheirBarrier) {
  Emulator emulator;
  for (const int width : {1, 2, 70}) {
    Row row(3, width, 0);
    emulator.run(row.launch(reversed_plain));
    const std::size_t written = 3 * static_cast<std::size_t>(width);
    EXPECT_TRUE(std::equal(row.in, row.in + 3 * width, row.out));
    EXPECT_EQ(row.out[written], -1.0f);
  }
}

/// Their stacks come and go; the same addresses serve other purposes in between.
TEST(Emulator, ManyMayLiveOneAfterTheOther) {
  for (int turn = 0; turn < 20; ++turn) {
    Emulator emulator;
    Row row(2, 512, 3);
    emulator.run(row.launch(reversed_plain));
    EXPECT_TRUE(equal(row.out, reversed_in(row, 2, 512)));
  }
}

TEST(Emulator, ThreadsThatReturnedAreNotWaitedFor) {
  Emulator emulator;
  Row row(1, 8);
  emulator.run(row.launch(early_return_plain));
  const std::vector<float> first(row.out, row.out + 8);
  // Thread t returns in turn t; thread 7 adds 1 in every turn.
  EXPECT_THAT(first, testing::ElementsAre(7, 8, 9, 10, 11, 12, 13, 14));
}

TEST(Emulator, RefusesABarrierThatTheDescriptionDoesNotMention) {
  for (const EmulatedEntry* entry : {&undeclared_barrier_plain, &undeclared_barrier_counting}) {
    Emulator emulator;
    Row row(1, 32);
    try {
      emulator.run(row.launch(*entry));
      FAIL() << "a kernel without fibers cannot wait";
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr("has_barriers = true"));
    }
    EXPECT_EQ(emulated_thread.dynamic_shared, nullptr) << "nothing of the launch is left";
  }
}

TEST(Emulator, SharedMemoryThatNothingWroteIsNotANumber) {
  Emulator emulator;
  Row row(1, 32);
  emulator.run(row.launch(unwritten_plain));
  for (int lane = 0; lane < 32; ++lane) EXPECT_TRUE(std::isnan(row.out[lane]));
}

TEST(Counting, AKernelThatDoesNothingCountsNothing) {
  Emulator emulator;
  Row row(2, 64);
  EXPECT_EQ(row.count(emulator, nothing_counting), SectorCounts{});
  EXPECT_THAT(row.out, Each(-1.0f));
}

TEST(Counting, SharedMemoryIsNotGlobalMemory) {
  Emulator emulator;
  Row row(2, 64, 4);
  const SectorCounts counts = row.count(emulator, reversed_counting);
  EXPECT_EQ(counts.load_requests, 4) << "one a warp";
  EXPECT_EQ(counts.store_requests, 4);
}

TEST(Counting, LeavesTheBitsOfPlainStepping) {
  Emulator emulator;
  Row row(3, 96, 5);
  row.count(emulator, reversed_counting);
  EXPECT_TRUE(equal(row.out, reversed_in(row, 3, 96)));
}

/// By the n-th visit of the site alone, lanes of different iterations would be matched: 3 requests.
TEST(Counting, MatchesLanesOfOneIterationInDivergentLoops) {
  Emulator emulator;
  Row row(1, 32, 5);
  const SectorCounts counts = row.count(emulator, divergent_counting);
  EXPECT_EQ(counts.load_requests, 5);
  EXPECT_EQ(counts.store_requests, 1);
}

}  // namespace
}  // namespace ministencil
