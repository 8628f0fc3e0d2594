// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <limits>
#include <vector>

#include "reference/row.hpp"
#include "reference/session.hpp"
#include "reference/sweep.hpp"
#include "support/kokkos_environment.hpp"
#include "support/oracle.hpp"
#include "support/samples.hpp"

namespace ministencil {
namespace {

using namespace testing_support;

const auto* const kokkos = testing::AddGlobalTestEnvironment(new KokkosEnvironment);

template <class T>
class EachPrecision : public testing::Test {};
using Precisions = testing::Types<float, double>;

template <class T>
using ReferenceSweep = EachPrecision<T>;
TYPED_TEST_SUITE(ReferenceSweep, Precisions);

/// All points of a grid with fixed faces, rows back to back.
template <class T>
std::vector<T> swept(Index3 points, const Coefficients<T>& coefficients, const std::vector<T>& in,
                     const std::vector<Box>& boxes) {
  std::vector<T> out(in.size(), std::numeric_limits<T>::quiet_NaN());
  const Index rim = coefficients.radius;
  const Box inner{{rim, rim, rim}, points - Index3{rim, rim, rim}};
  for (const Box& box : boxes) {
    reference_sweep<T>(in.data(), out.data(), points.x, points.x * points.y, box, inner,
                       coefficients);
  }
  return out;
}

TYPED_TEST(ReferenceSweep, EqualsTheOracleAndCopiesFixedPoints) {
  for (const Index3 points : {Index3{17, 13, 11}, {5, 6, 3}, {64, 48, 40}, {1, 7, 4}, {2, 2, 2}}) {
    const auto field = random_field<TypeParam>(points);
    for (const auto& coefficients : sample_coefficients<TypeParam>()) {
      const auto expected = oracle_step(points, all_faces(Boundary::fixed), coefficients, field);
      const auto found = swept(points, coefficients, field, {{{0, 0, 0}, points}});
      EXPECT_EQ(differing_bits(found, expected), 0) << points.x << " points along x";
    }
  }
}

/// Points that have all their neighbours do not depend on the boundary; the others are copied.
TYPED_TEST(ReferenceSweep, EqualsTheOracleWithinAtEveryOrder) {
  for (const Index3 points : {Index3{17, 13, 11}, {40, 9, 10}, {7, 8, 9}})
    for (const int order : {4, 6, 8}) {
      const auto field = random_field<TypeParam>(points);
      const Index rim = order / 2;
      const Box inner{{rim, rim, rim}, points - Index3{rim, rim, rim}};
      for (const auto& coefficients : sample_coefficients<TypeParam>(order)) {
        auto expected = oracle_step(points, all_faces(Boundary::periodic), coefficients, field);
        Index here = 0;
        for (Index z = 0; z < points.z; ++z)
          for (Index y = 0; y < points.y; ++y)
            for (Index x = 0; x < points.x; ++x, ++here) {
              if (!inner.contains({x, y, z})) expected[here] = field[here];
            }
        const auto found = swept(points, coefficients, field, {{{0, 0, 0}, points}});
        EXPECT_EQ(differing_bits(found, expected), 0) << points.x << " points, order " << order;
      }
    }
}

TYPED_TEST(ReferenceSweep, OfPartsEqualsTheWhole) {
  const Index3 points{19, 40, 7};
  const auto field = random_field<TypeParam>(points);
  const auto coefficients = sample_coefficients<TypeParam>().back();
  const std::vector<Box> parts = {{{0, 0, 0}, {1, 40, 7}},
                                  {{1, 0, 0}, {18, 9, 7}},
                                  {{1, 9, 0}, {18, 40, 3}},
                                  {{1, 9, 3}, {18, 40, 7}},
                                  {{18, 0, 0}, {19, 40, 7}}};
  EXPECT_EQ(differing_bits(swept(points, coefficients, field, parts),
                           swept(points, coefficients, field, {{{0, 0, 0}, points}})),
            0);
}

TYPED_TEST(ReferenceSweep, WritesOnlyItsBox) {
  const Index3 points{19, 12, 7};
  const auto field = random_field<TypeParam>(points);
  const Box box{{2, 3, 1}, {17, 11, 5}};
  const auto out = swept(points, sample_coefficients<TypeParam>().front(), field, {box});
  Index here = 0, wrong = 0;
  for (Index z = 0; z < points.z; ++z)
    for (Index y = 0; y < points.y; ++y)
      for (Index x = 0; x < points.x; ++x, ++here) {
        wrong += std::isnan(out[here]) == box.contains({x, y, z});
      }
  EXPECT_EQ(wrong, 0);
}

TYPED_TEST(ReferenceSweep, OfAnEmptyBoxDoesNothing) {
  const Index3 points{4, 4, 4};
  const auto field = random_field<TypeParam>(points);
  const auto out = swept(points, sample_coefficients<TypeParam>().front(), field,
                         {{{0, 0, 0}, {4, 0, 4}}, {{2, 0, 0}, {2, 4, 4}}, {{0, 0, 3}, {4, 4, 1}}});
  for (const TypeParam value : out) EXPECT_TRUE(std::isnan(value));
}

/// The program is built for any x86-64: both ways through a row have to give the same bits.
TYPED_TEST(ReferenceSweep, HasTheSameBitsWithAndWithoutTheFmaInstruction) {
  const Index3 points{67, 9, 9};
  const auto field = random_field<TypeParam>(points);
  const Index middle = points.x * (4 + 4 * points.y);
  for (const int order : {2, 4, 6, 8})
    for (const auto& coefficients : sample_coefficients<TypeParam>(order)) {
      std::vector<TypeParam> portable(points.x), fastest(points.x);
      portable_row_update<TypeParam>()(field.data() + middle, portable.data(), 4, 63, points.x,
                                       points.x * points.y, coefficients);
      fastest_row_update<TypeParam>()(field.data() + middle, fastest.data(), 4, 63, points.x,
                                      points.x * points.y, coefficients);
      EXPECT_EQ(differing_bits(portable, fastest), 0) << "order " << order;
    }
}

TEST(Kokkos, IsDescribedByVersionAndBackends) {
  EXPECT_THAT(kokkos_description(), testing::MatchesRegex("[0-9]+\\.[0-9]+\\.[0-9]+ \\(.+\\)"));
  EXPECT_THAT(kokkos_description(), testing::HasSubstr(kokkos_host_space()));
}

TEST(KokkosSession, InsideAnotherLeavesTheOuterOneAlive) {
  {
    const KokkosSession inner;
  }
  const std::vector<float> in(27, 1.0f);
  std::vector<float> out(27, 0.0f);
  reference_sweep<float>(in.data(), out.data(), 3, 9, {{0, 0, 0}, {3, 3, 3}},
                         {{1, 1, 1}, {2, 2, 2}}, make_coefficients<float>(0.1, {1, 1, 1}));
  EXPECT_THAT(out, testing::Each(testing::FloatNear(1.0f, 1e-6f)));
}

}  // namespace
}  // namespace ministencil
