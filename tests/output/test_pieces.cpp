// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "output/snapshot.hpp"

namespace ministencil {
namespace {

/// Places of the points of `piece` in a row-by-row copy of `box`.
std::vector<Index> places(const Box& box, const Box& piece) {
  const Index3 extent = box.extent();
  std::vector<Index> found;
  for (Index z = piece.first.z; z < piece.last.z; ++z)
    for (Index y = piece.first.y; y < piece.last.y; ++y)
      for (Index x = piece.first.x; x < piece.last.x; ++x)
        found.push_back(x - box.first.x +
                        extent.x * (y - box.first.y + extent.y * (z - box.first.z)));
  return found;
}

TEST(Pieces, FollowMemoryWithoutAGapAndAreNeverTooLarge) {
  const Box box{{2, 3, 5}, {9, 7, 16}};
  for (Index most = 1; most <= box.points() + 1; ++most) {
    Index next = 0;
    for (const Box& piece : contiguous_pieces(box, most)) {
      EXPECT_LE(piece.points(), most);
      for (const Index place : places(box, piece)) ASSERT_EQ(place, next++) << most;
    }
    EXPECT_EQ(next, box.points());
  }
}

TEST(Pieces, AreAsFewAsWholePlanesAllow) {
  EXPECT_EQ(contiguous_pieces({{0, 0, 0}, {4, 4, 10}}, 16 * 5).size(), 2u);
  EXPECT_EQ(contiguous_pieces({{0, 0, 0}, {4, 4, 10}}, 160).size(), 1u);
}

TEST(Pieces, OfALargeBoxStayBelowTheLimitOfMpi) {
  const Box box{{0, 0, 0}, {4096, 2048, 2048}};
  const auto pieces = contiguous_pieces(box, default_piece_bytes / 4);
  EXPECT_EQ(pieces.size(), 256u);
  for (const Box& piece : pieces) EXPECT_LT(piece.points() * 4, Index{1} << 31);
}

TEST(Pieces, OfNothingAreNone) {
  EXPECT_TRUE(contiguous_pieces({{3, 3, 3}, {3, 9, 9}}, 10).empty());
}

}  // namespace
}  // namespace ministencil
