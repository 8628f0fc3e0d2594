// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <functional>

#include "emulator/recorder.hpp"

namespace ministencil {
namespace {

constexpr std::uintptr_t in = 0x100000, out = 0x200000;  // addresses only, never looked at
constexpr std::uintptr_t site = 0x1001, other_site = 0x1002, block = 0x2001;

AccessRecorder make_recorder() { return {{in, 0x10000}, {out, 0x10000}}; }

/// Counts of one warp whose lane l loads 4 bytes at in + address(l).
SectorCounts count_loads(const std::function<Index(int)>& address, std::size_t bytes = 4) {
  AccessRecorder recorder = make_recorder();
  for (int lane = 0; lane < 32; ++lane) {
    recorder.begin_lane();
    recorder.access(Access::load, site, in + address(lane), bytes);
  }
  recorder.end_warp();
  return recorder.counts();
}

TEST(Recorder, ARequestAsksForEachSectorOnce) {
  EXPECT_EQ(count_loads([](int) { return 64; }).loads, 1);
  EXPECT_EQ(count_loads([](int lane) { return 4 * lane; }).loads, 4);
  EXPECT_EQ(count_loads([](int lane) { return 4 + 4 * lane; }).loads, 5) << "misaligned";
  EXPECT_EQ(count_loads([](int lane) { return 4 * (31 - lane); }).loads, 4) << "backwards";
  EXPECT_EQ(count_loads([](int lane) { return 4 * (lane * 7 % 32); }).loads, 4) << "shuffled";
  EXPECT_EQ(count_loads([](int lane) { return 32 * lane; }).loads, 32) << "strided";
  EXPECT_EQ(count_loads([](int lane) { return 0x800 * (lane % 3) + 4 * lane; }).loads, 12);
}

TEST(Recorder, WideAccessesAskForAllTheirSectors) {
  EXPECT_EQ(count_loads([](int lane) { return 8 * lane; }, 8).loads, 8);
  EXPECT_EQ(count_loads([](int lane) { return 16 * lane; }, 16).loads, 16);
  EXPECT_EQ(count_loads([](int) { return 24; }, 16).loads, 2) << "across two sectors";
}

TEST(Recorder, ACopyOfMoreThanOneInstructionIsSeveralRequests) {
  const SectorCounts counts = count_loads([](int) { return 0; }, 40);
  EXPECT_EQ(counts.load_requests, 3);
  EXPECT_EQ(counts.loads, 3);
}

TEST(Recorder, LanesThatWantTheSameBytesAllCount) {
  EXPECT_EQ(count_loads([](int) { return 64; }).loaded_bytes, 32 * 4);
  EXPECT_EQ(count_loads([](int lane) { return 16 * lane; }, 16).loaded_bytes, 32 * 16);
  EXPECT_EQ(count_loads([](int) { return 0; }, 40).loaded_bytes, 32 * 40);
}

TEST(Recorder, OnlyFieldsCount) {
  AccessRecorder recorder = make_recorder();
  recorder.begin_lane();
  recorder.access(Access::load, site, in - 4, 4);
  recorder.access(Access::load, site, in + 0x10000, 4);
  recorder.access(Access::store, site, out - 4, 4);
  EXPECT_EQ(recorder.counts(), SectorCounts{});
  recorder.access(Access::load, site, in, 4);
  recorder.access(Access::store, other_site, out + 0xfffc, 4);
  EXPECT_EQ(recorder.counts(), (SectorCounts{.loads = 1,
                                             .stores = 1,
                                             .load_requests = 1,
                                             .store_requests = 1,
                                             .loaded_bytes = 4,
                                             .stored_bytes = 4}));
}

TEST(Recorder, SitesIterationsAndRepetitionsAreRequestsOfTheirOwn) {
  AccessRecorder recorder = make_recorder();
  for (int lane = 0; lane < 32; ++lane) {
    recorder.begin_lane();
    recorder.access(Access::load, site, in, 4);
    recorder.access(Access::load, site, in, 4);        // repetition
    recorder.access(Access::load, other_site, in, 4);  // another site
    recorder.visit(block);
    recorder.access(Access::load, site, in, 4);  // next iteration
  }
  EXPECT_EQ(recorder.counts().load_requests, 4);
  EXPECT_EQ(recorder.counts().loads, 4);
}

TEST(Recorder, IterationsAreTheMostVisitsToOneBlock) {
  AccessRecorder recorder = make_recorder();
  for (int lane = 0; lane < 2; ++lane) {
    recorder.begin_lane();
    for (int turn = 0; turn < 4; ++turn) {
      recorder.visit(block);
      if (lane == 0) recorder.visit(block + 1 + turn);  // a branch that only one lane takes
      if (turn == 3 || lane == 0) recorder.access(Access::load, site, in + 256 * turn, 4);
    }
  }
  EXPECT_EQ(recorder.counts().load_requests, 4) << "the last iteration of both is one request";
  EXPECT_EQ(recorder.counts().loads, 4);
}

TEST(Recorder, WarpsAndBarriersSeparateRequests) {
  AccessRecorder recorder = make_recorder();
  for (int warp = 0; warp < 3; ++warp) {
    recorder.begin_lane();
    recorder.access(Access::load, site, in, 4);
    recorder.end_warp();
  }
  EXPECT_EQ(recorder.counts().load_requests, 3);
  EXPECT_EQ(recorder.counts().loads, 3);
}

TEST(Recorder, KnowsMoreSitesThanItsTableStartsWith) {
  AccessRecorder recorder = make_recorder();
  for (int lane = 0; lane < 32; ++lane) {
    recorder.begin_lane();
    for (std::uintptr_t i = 0; i < 5000; ++i) {
      recorder.visit(block + 16 * i);
      recorder.access(Access::store, site + 16 * i, out + 4 * lane, 4);
    }
  }
  EXPECT_EQ(recorder.counts().store_requests, 5000);
  EXPECT_EQ(recorder.counts().stores, 20000);
}

}  // namespace
}  // namespace ministencil
