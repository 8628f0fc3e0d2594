// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "catalogue/emulated_entry.hpp"
#include "core/error.hpp"
#include "emulator/emulator.hpp"

namespace ministencil {

// Compiled from tests/emulator/kernels/.
extern const EmulatedEntry nothing_counting, undeclared_barrier_plain, undeclared_barrier_counting,
    reversed_plain, reversed_counting, early_return_plain, unwritten_plain, divergent_counting;

namespace {

using testing::Each;
using testing::HasSubstr;

/// One row of blocks over a pair of fields of the same size.
class Row {
 public:
  Row(Index blocks, int width, int chunk = 1) : blocks_(blocks), width_(width), chunk_(chunk) {
    std::iota(in.begin(), in.end(), 0.0f);
  }

  EmulatedLaunch<float> launch(const EmulatedEntry& entry) {
    const Launch plan{.block = {width_, 1, 1}, .grid = {blocks_, 1, 1}, .region = {}};
    EmulatedLaunch<float> launch{plan,
                                 entry.kernel.body<float>(),
                                 entry.description.has_barriers,
                                 entry.description.uses_shuffles,
                                 entry.description.shared_bytes(plan.block, sizeof(float)),
                                 in.data(),
                                 out.data(),
                                 {}};
    launch.launch.region.chunk = chunk_;
    return launch;
  }

  SectorCounts count(Emulator& emulator, const EmulatedEntry& entry) {
    const auto counted = launch(entry);
    return emulator.count(counted, counted.grid(), range(in), range(out));
  }

  std::vector<float> reversed_in() const {
    std::vector<float> expected;
    for (Index block = 0; block < blocks_; ++block)
      for (int lane = width_ - 1; lane >= 0; --lane) expected.push_back(in[block * width_ + lane]);
    expected.resize(in.size(), -1.0f);
    return expected;
  }

  std::vector<float> in = std::vector<float>(4096), out = std::vector<float>(4096, -1.0f);

 private:
  static AddressRange range(const std::vector<float>& field) {
    return {reinterpret_cast<std::uintptr_t>(field.data()), field.size() * sizeof(float)};
  }

  Index blocks_;
  int width_, chunk_;
};

TEST(Emulator, ThreadsWaitForEachOtherAtBarriers) {
  Emulator emulator;
  Row row(3, 96, 5);
  emulator.run(row.launch(reversed_plain));
  EXPECT_TRUE(row.out == row.reversed_in());
}

TEST(Emulator, ServesLaunchesOfGrowingAndShrinkingBlocks) {
  Emulator emulator;
  for (const int width : {1, 1024, 7, 33, 1024}) {
    Row row(2, width, 3);
    emulator.run(row.launch(reversed_plain));
    EXPECT_TRUE(row.out == row.reversed_in()) << width << " threads";
  }
}

TEST(Emulator, RunsBlocksThatNeverReachTheirBarrier) {
  Emulator emulator;
  for (const int width : {1, 2, 70}) {
    Row row(3, width, 0);
    emulator.run(row.launch(reversed_plain));
    const std::size_t written = 3 * static_cast<std::size_t>(width);
    EXPECT_TRUE(std::equal(row.in.begin(), row.in.begin() + 3 * width, row.out.begin()));
    EXPECT_EQ(row.out[written], -1.0f);
  }
}

/// Their stacks come and go; the same addresses serve other purposes in between.
TEST(Emulator, ManyMayLiveOneAfterTheOther) {
  for (int turn = 0; turn < 20; ++turn) {
    Emulator emulator;
    Row row(2, 512, 3);
    emulator.run(row.launch(reversed_plain));
    EXPECT_TRUE(row.out == row.reversed_in());
  }
}

TEST(Emulator, ThreadsThatReturnedAreNotWaitedFor) {
  Emulator emulator;
  Row row(1, 8);
  emulator.run(row.launch(early_return_plain));
  const std::vector<float> first(row.out.begin(), row.out.begin() + 8);
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
  EXPECT_TRUE(row.out == row.reversed_in());
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
