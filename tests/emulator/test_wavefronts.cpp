// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "emulator/wavefronts.hpp"

namespace ministencil {
namespace {

/// A request whose lane l accesses `bytes` at place(l), of 32 lanes or some of them.
std::vector<LaneAccess> request(const std::function<int(int)>& place, int bytes, int step = 1) {
  std::vector<LaneAccess> request;
  for (int lane = 0; lane < 32; lane += step) {
    request.push_back({static_cast<std::uintptr_t>(place(lane)), static_cast<std::uint8_t>(lane),
                       static_cast<std::uint8_t>(bytes)});
  }
  return request;
}

SharedMemoryUse use_of(const std::function<int(int)>& place, int bytes = 4, int step = 1) {
  return wavefronts_of(request(place, bytes, step));
}

TEST(Wavefronts, AreAsManyAsTheWordsOfTheBusiestBank) {
  EXPECT_EQ(use_of([](int lane) { return 4 * lane; }), (SharedMemoryUse{1, 1, 1}));
  EXPECT_EQ(use_of([](int lane) { return 8 * lane; }), (SharedMemoryUse{1, 2, 1}));
  EXPECT_EQ(use_of([](int lane) { return 128 * lane; }), (SharedMemoryUse{1, 32, 1}));
  EXPECT_EQ(use_of([](int lane) { return 132 * lane; }), (SharedMemoryUse{1, 1, 1})) << "padded";
  EXPECT_EQ(use_of([](int lane) { return 64 + 4 * (31 - lane); }), (SharedMemoryUse{1, 1, 1}));
}

TEST(Wavefronts, SharedWordsAreNoConflict) {
  EXPECT_EQ(use_of([](int) { return 20; }), (SharedMemoryUse{1, 1, 1}));
  EXPECT_EQ(use_of([](int lane) { return lane; }, 1), (SharedMemoryUse{1, 1, 1})) << "bytes";
  EXPECT_EQ(use_of([](int lane) { return 128 * (lane / 2); }), (SharedMemoryUse{1, 16, 1}));
}

TEST(Wavefronts, OfWideAccessesAreThoseOfHalfAndQuarterWarps) {
  EXPECT_EQ(use_of([](int lane) { return 8 * lane; }, 8), (SharedMemoryUse{1, 2, 2}));
  EXPECT_EQ(use_of([](int lane) { return 16 * lane; }, 8), (SharedMemoryUse{1, 4, 2}));
  EXPECT_EQ(use_of([](int lane) { return 16 * lane; }, 16), (SharedMemoryUse{1, 4, 4}));
  EXPECT_EQ(use_of([](int lane) { return 32 * lane; }, 16), (SharedMemoryUse{1, 8, 4}));
}

TEST(Wavefronts, OfPartsOfAWarpThatDoNotTakePartAreNone) {
  EXPECT_EQ(use_of([](int lane) { return 16 * lane; }, 16, 16), (SharedMemoryUse{1, 2, 2}));
  EXPECT_EQ(use_of([](int lane) { return 128 * lane; }, 4, 31), (SharedMemoryUse{1, 2, 1}));
}

TEST(Sectors, OfARequestAreDistinct) {
  const auto sectors = [](const std::function<int(int)>& place, int bytes) {
    return sectors_of(request(place, bytes));
  };
  EXPECT_EQ(sectors([](int lane) { return 4 * lane; }, 4), 4);
  EXPECT_EQ(sectors([](int lane) { return 4 + 4 * lane; }, 4), 5);
  EXPECT_EQ(sectors([](int lane) { return 4 * (lane * 7 % 32); }, 4), 4);
  EXPECT_EQ(sectors([](int lane) { return 24 + 64 * lane; }, 16), 64) << "two each";
}

}  // namespace
}  // namespace ministencil
