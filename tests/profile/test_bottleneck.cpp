// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <set>

#include "profile/bottleneck.hpp"
namespace ministencil {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// Nothing is busy, and all warps wait for memory.
Utilisation waiting_for(Stall stall, double share = 1.0) {
  Utilisation utilisation{.dram = 0.5, .l2 = 0.3, .l1 = 0.4, .issue = 0.2, .occupancy = 0.9};
  utilisation.stalled[static_cast<std::size_t>(stall)] = share;
  return utilisation;
}

TEST(Bottleneck, IsTheBusiestSaturatedPart) {
  Utilisation utilisation = waiting_for(Stall::memory);
  utilisation.dram = 0.92;
  utilisation.l1 = 0.85;
  EXPECT_EQ(bottleneck_of(utilisation).bound, Bound::dram_bandwidth);
  EXPECT_THAT(bottleneck_of(utilisation).evidence, HasSubstr("DRAM busy 92 %"));
  utilisation.l1 = 0.95;
  EXPECT_EQ(bottleneck_of(utilisation).bound, Bound::l1_bandwidth);
  utilisation.dram = 0.7;
  utilisation.l2 = 0.96;
  EXPECT_EQ(bottleneck_of(utilisation).bound, Bound::l2_bandwidth);
  utilisation.issue = 0.97;
  EXPECT_EQ(bottleneck_of(utilisation).bound, Bound::issue);
}

TEST(Bottleneck, IsDramWhereL2IsBusyWithTheSameTraffic) {
  Utilisation utilisation = waiting_for(Stall::memory);
  utilisation.dram = 0.85;
  utilisation.l2 = 0.92;
  EXPECT_EQ(bottleneck_of(utilisation).bound, Bound::dram_bandwidth);
  EXPECT_THAT(bottleneck_of(utilisation).evidence, HasSubstr("DRAM busy 85 %"));
}

TEST(Bottleneck, IsWhatWarpsWaitForWhereNothingIsSaturated) {
  EXPECT_EQ(bottleneck_of(waiting_for(Stall::memory)).bound, Bound::memory_latency);
  EXPECT_EQ(bottleneck_of(waiting_for(Stall::barrier)).bound, Bound::barriers);
  EXPECT_EQ(bottleneck_of(waiting_for(Stall::shared_memory)).bound, Bound::other_latency);
  EXPECT_THAT(bottleneck_of(waiting_for(Stall::barrier, 0.6)).evidence,
              AllOf(HasSubstr("DRAM at 50 %"), HasSubstr("wait for barriers 60 %")));
}

TEST(Bottleneck, IsNeverThatAnotherWarpWasChosen) {
  Utilisation utilisation = waiting_for(Stall::other_warps, 0.7);
  utilisation.stalled[static_cast<std::size_t>(Stall::memory)] = 0.3;
  EXPECT_EQ(bottleneck_of(utilisation).bound, Bound::memory_latency);
}

TEST(Names, OfStallsAreDistinct) {
  std::set<std::string> names;
  for (int stall = 0; stall < stalls; ++stall) names.insert(name_of(static_cast<Stall>(stall)));
  EXPECT_EQ(names.size(), stalls);
}

}  // namespace
}  // namespace ministencil
