// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <functional>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "decomposition/decomposition.hpp"

namespace ministencil {
namespace {

using testing::HasSubstr;

Domain domain(Index3 points, Boundary boundary = Boundary::fixed) {
  return {points, all_faces(boundary)};
}

TEST(Decomposition, CoversEveryPointExactlyOnce) {
  for (const RankGrid ranks : {RankGrid{1, 1, 1}, {2, 3, 1}, {5, 1, 3}, {1, 7, 2}, {5, 7, 3}}) {
    const Domain d = domain({5, 7, 3});
    const Decomposition decomposition(d, ranks);
    std::vector<int> owners(d.points.product(), 0);
    for (int rank = 0; rank < decomposition.size(); ++rank) {
      const Box box = decomposition.owned(rank);
      for (Index z = box.first.z; z < box.last.z; ++z)
        for (Index y = box.first.y; y < box.last.y; ++y)
          for (Index x = box.first.x; x < box.last.x; ++x) ++owners[x + 5 * (y + 7 * z)];
    }
    EXPECT_THAT(owners, testing::Each(1));
  }
}

TEST(Decomposition, SharesDifferByAtMostOnePoint) {
  for (int parts = 1; parts <= 17; ++parts) {
    Index next = 0;
    for (int part = 0; part < parts; ++part) {
      const Range range = share(17, parts, part);
      EXPECT_EQ(range.first, next);
      EXPECT_THAT(range.last - range.first, testing::AnyOf(17 / parts, 17 / parts + 1));
      next = range.last;
    }
    EXPECT_EQ(next, 17);
  }
}

TEST(Decomposition, NeighboursAreMutual) {
  const Decomposition decomposition(domain({6, 6, 6}, Boundary::periodic), {2, 1, 3});
  for (int rank = 0; rank < decomposition.size(); ++rank) {
    for (int axis = 0; axis < axes; ++axis) {
      const int above = decomposition.neighbour(rank, axis, Side::upper).value();
      EXPECT_EQ(decomposition.neighbour(above, axis, Side::lower), rank);
    }
    EXPECT_EQ(decomposition.neighbour(rank, 1, Side::lower), rank) << "one periodic rank along y";
  }
}

TEST(Decomposition, HasNoNeighbourBeyondAWall) {
  for (const Boundary wall : {Boundary::fixed, Boundary::insulated}) {
    const Decomposition decomposition(domain({4, 4, 4}, wall), {1, 1, 2});
    EXPECT_EQ(decomposition.neighbour(0, 2, Side::lower), std::nullopt);
    EXPECT_EQ(decomposition.neighbour(0, 2, Side::upper), 1);
    EXPECT_EQ(decomposition.border(0, 2, Side::lower), wall);
    EXPECT_EQ(decomposition.border(0, 2, Side::upper), std::nullopt);
  }
}

std::string refusal(const std::function<void()>& body) {
  try {
    body();
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Decomposition, RefusesABlockThinnerThanTheRadius) {
  const Domain d{{16, 16, 16}, all_faces(Boundary::fixed), 4};
  EXPECT_NO_THROW(Decomposition(d, {4, 1, 4}));
  const std::string error = refusal([&] { Decomposition(d, {1, 1, 5}); });
  EXPECT_THAT(error, HasSubstr("cuts 16 points along z into 5 parts: every rank needs 4 points, "
                               "which order 8 reaches; use fewer ranks along it or a lower order"));
  EXPECT_THROW(check_rank_grid(d, 5, {5, 1, 1}), InputError);
}

TEST(Decomposition, RefusesAGridThinnerThanTheRadiusOnAnyNumberOfRanks) {
  const Domain d{{16, 3, 16}, all_faces(Boundary::insulated), 4};
  for (const int ranks : {1, 2}) {
    EXPECT_THAT(refusal([&] { choose_rank_grid(d, ranks); }),
                HasSubstr("grid.points: 3 points along y are too few"));
  }
  EXPECT_THAT(refusal([&] { Decomposition(d, {1, 1, 1}); }), HasSubstr("3 points along y"));
}

TEST(ChooseRankGrid, CutsOnlyWhereBlocksStayAsThickAsTheRadius) {
  const Domain d{{64, 64, 7}, all_faces(Boundary::fixed), 4};
  EXPECT_EQ(choose_rank_grid({d.points, d.boundaries, 3}, 2), (RankGrid{1, 2, 1}));
  EXPECT_EQ(choose_rank_grid(d, 8)[2], 1) << "two parts of 7 planes are thinner than 4";
  const Domain tight{{8, 8, 8}, all_faces(Boundary::fixed), 4};
  EXPECT_EQ(choose_rank_grid(tight, 8), (RankGrid{2, 2, 2}));
  EXPECT_THAT(refusal([&] { choose_rank_grid(tight, 3); }), HasSubstr("4 points, which order 8"));
}

TEST(ChooseRankGrid, CutsZBeforeYBeforeX) {
  EXPECT_EQ(choose_rank_grid(domain({64, 64, 64}), 1), (RankGrid{1, 1, 1}));
  EXPECT_EQ(choose_rank_grid(domain({64, 64, 64}), 2), (RankGrid{1, 1, 2}));
  EXPECT_EQ(choose_rank_grid(domain({64, 64, 64}), 4), (RankGrid{1, 2, 2}));
}

TEST(ChooseRankGrid, FollowsTheLongAxisWhicheverItIs) {
  EXPECT_EQ(choose_rank_grid(domain({8, 8, 512}), 8), (RankGrid{1, 1, 8}));
  EXPECT_EQ(choose_rank_grid(domain({8, 512, 8}), 8), (RankGrid{1, 8, 1}));
  EXPECT_EQ(choose_rank_grid(domain({512, 8, 8}), 8), (RankGrid{8, 1, 1}));
}

/// No grid of ranks sends less: every candidate is tried by brute force.
TEST(ChooseRankGrid, SendsTheLeast) {
  const auto busiest = [](const Domain& d, const RankGrid& ranks) {
    const Decomposition decomposition(d, ranks);
    Index most = 0;
    for (int rank = 0; rank < decomposition.size(); ++rank) {
      const Index3 extent = decomposition.owned(rank).extent();
      Index sent = 0;
      for (int axis = 0; axis < axes; ++axis)
        for (const Side side : sides) {
          const auto other = decomposition.neighbour(rank, axis, side);
          if (other && *other != rank) sent += extent.product() / extent[axis] * (axis ? 1 : 2);
        }
      most = std::max(most, sent);
    }
    return most;
  };
  for (const Boundary boundary : {Boundary::fixed, Boundary::periodic})
    for (const Index3 points : {Index3{64, 64, 64}, {17, 40, 13}, {100, 10, 30}})
      for (const int ranks : {2, 3, 4, 6, 8, 12}) {
        const Domain d = domain(points, boundary);
        const Index chosen = busiest(d, choose_rank_grid(d, ranks));
        for (int px = 1; px <= ranks; ++px)
          for (int py = 1; px * py <= ranks; ++py) {
            const RankGrid other{px, py, ranks / (px * py)};
            if (px * py * other[2] != ranks || px > points.x || py > points.y ||
                other[2] > points.z) {
              continue;
            }
            EXPECT_LE(chosen, busiest(d, other)) << ranks << " ranks, " << px << " x " << py;
          }
      }
}

TEST(ChooseRankGrid, RefusesMoreRanksThanPoints) {
  try {
    choose_rank_grid(domain({1, 2, 3}), 7);
    FAIL() << "7 ranks cannot share 6 points";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), HasSubstr("1 x 2 x 3"));
  }
}

TEST(ChooseRankGrid, RefusesAPrimeThatFitsNoAxis) {
  EXPECT_THROW(choose_rank_grid(domain({5, 5, 5}), 7), InputError);
}

TEST(CheckRankGrid, HonoursTheUsersChoice) {
  EXPECT_EQ(check_rank_grid(domain({64, 64, 64}), 4, {4, 1, 1}), (RankGrid{4, 1, 1}));
}

TEST(CheckRankGrid, RefusesAnotherNumberOfRanksOrTooManyAlongAnAxis) {
  EXPECT_THROW(check_rank_grid(domain({64, 64, 64}), 4, {2, 1, 1}), InputError);
  EXPECT_THROW(check_rank_grid(domain({2, 64, 64}), 4, {4, 1, 1}), InputError);
  EXPECT_THROW(check_rank_grid(domain({2, 64, 64}), 4, {-2, -2, 1}), InputError);
  EXPECT_THROW(check_rank_grid(domain({64, 64, 64}), 0, {65536, 65536, 65536}), InputError);
}

}  // namespace
}  // namespace ministencil
