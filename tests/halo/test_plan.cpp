// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <map>
#include <utility>

#include "core/error.hpp"
#include "halo/plan.hpp"

namespace ministencil {
namespace {

FieldLayout layout_of(const Decomposition& decomposition, int rank) {
  return application_layout(decomposition.owned(rank).extent(), halo_widths(decomposition, rank),
                            4);
}

HaloPlan plan_of(const Decomposition& decomposition, int rank) {
  return make_halo_plan(decomposition, rank, layout_of(decomposition, rank));
}

TEST(HaloPlan, SendsOneMessageAFaceWithAnotherRank) {
  const Decomposition decomposition({{8, 6, 4}, all_faces(Boundary::fixed)}, {2, 1, 2});
  const HaloPlan plan = plan_of(decomposition, 0);
  ASSERT_EQ(plan.messages.size(), 2u);
  EXPECT_TRUE(plan.fills.empty());
  EXPECT_EQ(plan.messages[0].neighbour, 1);
  EXPECT_EQ(plan.messages[0].sent.points(), 6 * 2);
  EXPECT_EQ(plan.messages[1].neighbour, 2);
  EXPECT_EQ(plan.messages[1].sent.points(), 4 * 6);
  EXPECT_EQ(plan.points_sent(), 6 * 2 + 4 * 6);
}

TEST(HaloPlan, KeepsTwoPeriodicRanksFacesApart) {
  const Decomposition decomposition({{4, 4, 6}, all_faces(Boundary::periodic)}, {1, 1, 2});
  const HaloPlan plan = plan_of(decomposition, 0);
  ASSERT_EQ(plan.messages.size(), 2u);
  const Message &lower = plan.messages[0], &upper = plan.messages[1];
  EXPECT_EQ(lower.neighbour, 1);
  EXPECT_EQ(upper.neighbour, 1);
  EXPECT_NE(lower.send_tag, upper.send_tag);
  // What rank 1 sends upwards arrives in rank 0's lower halo.
  EXPECT_EQ(lower.receive_tag, plan_of(decomposition, 1).messages[1].send_tag);
}

TEST(HaloPlan, EverySendMeetsAReceiveOfTheSameSize) {
  for (const Boundary boundary : {Boundary::fixed, Boundary::periodic, Boundary::insulated})
    for (const RankGrid ranks : {RankGrid{1, 1, 1}, {2, 1, 1}, {3, 2, 1}, {1, 2, 3}, {2, 2, 2}}) {
      const Decomposition decomposition({{7, 5, 6}, all_faces(boundary)}, ranks);
      std::map<std::tuple<int, int, int>, Index> sent;  // (from, to, tag) → points
      for (int rank = 0; rank < decomposition.size(); ++rank)
        for (const Message& m : plan_of(decomposition, rank).messages)
          EXPECT_TRUE(sent.insert({{rank, m.neighbour, m.send_tag}, m.sent.points()}).second);
      for (int rank = 0; rank < decomposition.size(); ++rank)
        for (const Message& m : plan_of(decomposition, rank).messages) {
          const auto found = sent.find({m.neighbour, rank, m.receive_tag});
          ASSERT_NE(found, sent.end());
          EXPECT_EQ(found->second, m.received.points());
          sent.erase(found);
        }
      EXPECT_TRUE(sent.empty()) << "a message that nobody receives";
    }
}

TEST(HaloPlan, FillsOwnPeriodicAndInsulatedFacesWithoutMessages) {
  Domain domain{{5, 6, 7}, all_faces(Boundary::periodic)};
  domain.boundaries.face[1] = {Boundary::insulated, Boundary::insulated};
  const HaloPlan plan = plan_of(Decomposition(domain, {1, 1, 1}), 0);
  EXPECT_TRUE(plan.messages.empty());
  ASSERT_EQ(plan.fills.size(), 6u);
  const LocalFill &periodic = plan.fills[0], &insulated = plan.fills[2];
  EXPECT_EQ(periodic.from, (Box{{4, 0, 0}, {5, 6, 7}}));
  EXPECT_EQ(periodic.to, (Box{{-1, 0, 0}, {0, 6, 7}}));
  EXPECT_EQ(periodic.boundary, Boundary::periodic);
  EXPECT_EQ(insulated.from, (Box{{0, 0, 0}, {5, 1, 7}}));
  EXPECT_EQ(insulated.to, (Box{{0, -1, 0}, {5, 0, 7}}));
  EXPECT_EQ(insulated.axis, 1);
  EXPECT_EQ(insulated.boundary, Boundary::insulated);
}

TEST(HaloPlan, LeavesFixedFacesAlone) {
  const HaloPlan plan =
      plan_of(Decomposition({{3, 3, 3}, all_faces(Boundary::fixed)}, {1, 1, 1}), 0);
  EXPECT_TRUE(plan.messages.empty());
  EXPECT_TRUE(plan.fills.empty());
}

TEST(HaloPlan, ReflectsThePointsBeforeAFixedFaceThatAStencilReachesBeyond) {
  const HaloPlan plan =
      plan_of(Decomposition({{6, 7, 8}, all_faces(Boundary::fixed), 3}, {1, 1, 2}), 1);
  ASSERT_EQ(plan.messages.size(), 1u);
  EXPECT_EQ(plan.messages[0].sent.points(), 6 * 7 * 3);
  ASSERT_EQ(plan.fills.size(), 5u) << "two faces across x, two across y, the upper across z";
  const LocalFill &lower = plan.fills[0], &upper = plan.fills[4];
  EXPECT_EQ(lower.boundary, Boundary::fixed);
  EXPECT_EQ(lower.axis, 0);
  EXPECT_EQ(lower.from, (Box{{1, 0, 0}, {3, 7, 4}})) << "not the face itself";
  EXPECT_EQ(lower.to, (Box{{-2, 0, 0}, {0, 7, 4}}));
  EXPECT_EQ(upper.axis, 2);
  EXPECT_EQ(upper.from, (Box{{0, 0, 1}, {6, 7, 3}}));
  EXPECT_EQ(upper.to, (Box{{0, 0, 4}, {6, 7, 6}}));
}

bool is_thick_enough(const Domain& domain, const RankGrid& ranks) {
  for (int axis = 0; axis < axes; ++axis) {
    if (domain.points[axis] / ranks[axis] < domain.radius) return false;
  }
  return true;
}

/// Interior and shells cover every owned point once, and the interior reads no point of a message.
TEST(Partition, IsDisjointCompleteAndSafe) {
  for (const Index3 points : {Index3{9, 8, 7}, {3, 3, 3}, {2, 2, 2}, {4, 1, 6}})
    for (const RankGrid ranks : {RankGrid{1, 1, 1}, {2, 1, 1}, {1, 1, 2}, {2, 1, 2}})
      for (const auto& [boundary, radius] : {std::pair{Boundary::fixed, 1},
                                             {Boundary::periodic, 1},
                                             {Boundary::fixed, 3},
                                             {Boundary::periodic, 3},
                                             {Boundary::insulated, 2}}) {
        const Domain domain{points, all_faces(boundary), radius};
        if (!is_thick_enough(domain, ranks)) continue;
        const Decomposition decomposition(domain, ranks);
        for (int rank = 0; rank < decomposition.size(); ++rank) {
          const FieldLayout layout = layout_of(decomposition, rank);
          const HaloPlan plan = make_halo_plan(decomposition, rank, layout);
          const Partition partition = split_for_overlap(layout, plan, radius);
          Index covered = partition.interior.points();
          std::vector<Box> parts = partition.shells;
          parts.push_back(partition.interior);
          for (const Box& shell : partition.shells) covered += shell.points();
          EXPECT_EQ(covered, layout.owned.product());
          for (std::size_t a = 0; a < parts.size(); ++a)
            for (std::size_t b = 0; b < a; ++b)
              EXPECT_TRUE(intersection(parts[a], parts[b]).empty());
          for (const Message& message : plan.messages)
            for (int axis = 0; axis < axes; ++axis) {
              if (partition.interior.empty()) continue;
              Box reach = partition.interior;
              reach.first[axis] -= radius;
              reach.last[axis] += radius;
              EXPECT_TRUE(intersection(reach, message.received).empty());
            }
        }
      }
}

}  // namespace
}  // namespace ministencil
