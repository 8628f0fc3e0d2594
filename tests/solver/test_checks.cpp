// SPDX-License-Identifier: Apache-2.0
/// The look for values that are not numbers, on four ranks that own slabs along z.
#include <gmock/gmock.h>

#include <limits>

#include "parallel/agreement.hpp"
#include "solver/checks.hpp"

namespace ministencil {
namespace {

constexpr Index3 points{3, 2, 8};

Box my_slab() {
  const Index z = 2 * rank_of(MPI_COMM_WORLD);
  return {{0, 0, z}, {points.x, points.y, z + 2}};
}

/// What the check says where rank 2 holds `value` at [1, 1, 5] after step 6.
template <class T>
std::optional<NotFinite> found_with(T value) {
  FiniteCheck<T> check(MPI_COMM_WORLD, my_slab(), points, {{3, true, 9}});
  std::vector<T> values(12, T{1});
  EXPECT_EQ(check.observe({3, 0.3, values}), Verdict::go_on);
  if (rank_of(MPI_COMM_WORLD) == 2) values[1 + 3 * (1 + 2 * 1)] = value;
  const bool passes = check.observe({6, 0.6, values}) == Verdict::go_on;
  EXPECT_EQ(passes, !check.found().has_value());
  return check.found();
}

template <class T>
class FiniteCheckOf : public testing::Test {};
using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(FiniteCheckOf, Precisions);

TYPED_TEST(FiniteCheckOf, LocatesNaNAndInfinityOnEveryRank) {
  using Limits = std::numeric_limits<TypeParam>;
  for (const TypeParam bad : {Limits::quiet_NaN(), Limits::infinity(), -Limits::infinity()}) {
    const std::optional<NotFinite> found = found_with(bad);
    ASSERT_TRUE(found) << bad;
    EXPECT_EQ(found->step, 6);
    EXPECT_EQ(found->point, (Index3{1, 1, 5}));
    EXPECT_EQ(found->last_clean_step, 3);
  }
}

TYPED_TEST(FiniteCheckOf, LetsEveryNumberPass) {
  using Limits = std::numeric_limits<TypeParam>;
  for (const TypeParam good : {Limits::max(), Limits::lowest(), Limits::denorm_min()}) {
    EXPECT_FALSE(found_with(good)) << good;
  }
}

TEST(FiniteCheck, IsDueWheneverAnyOfItsSchedulesIs) {
  const FiniteCheck<float> check(MPI_COMM_WORLD, my_slab(), points, {{4, false, 9}, {3, true, 10}});
  std::vector<Index> due;
  for (Index step = 1; step <= 10; ++step) {
    if (check.due(step)) due.push_back(step);
  }
  EXPECT_THAT(due, testing::ElementsAre(3, 4, 6, 8, 9, 10));
}

}  // namespace
}  // namespace ministencil
