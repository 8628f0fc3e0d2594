// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "core/error.hpp"
#include "field/initial.hpp"
#include "field/mode.hpp"
#include "support/oracle.hpp"
#include "support/samples.hpp"

namespace ministencil {
namespace {

using namespace testing_support;
using testing::HasSubstr;

constexpr double eps = std::numeric_limits<double>::epsilon();

Configuration configuration_of(Index3 points, const InitialState& initial,
                               const Boundaries& boundary = {}) {
  Configuration configuration;
  configuration.grid = {.points = points, .spacing = {0.5, 0.25, 2.0}};
  configuration.heat.initial = initial;
  configuration.heat.boundary = boundary;
  return configuration;
}

template <class T>
std::vector<T> whole_field(const Configuration& configuration) {
  return initial_values<T>(configuration, make_tables(configuration),
                           {{0, 0, 0}, configuration.grid.points});
}

const std::vector<InitialState> all_states = {
    Eigenmode{{1, 2, 1}, 3.0}, Gaussian{{1, 1, 1}, 0.7, 5.0}, Random{42}, Linear{{1, -2, 0.1}}};

template <class T>
class InitialValues : public testing::Test {};
using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(InitialValues, Precisions);

TYPED_TEST(InitialValues, DoNotDependOnTheBoxTheyAreMadeFor) {
  const Index3 points{17, 13, 11};
  for (const InitialState& state : all_states) {
    const Configuration configuration = configuration_of(points, state);
    const AxisTables tables = make_tables(configuration);
    const auto whole = whole_field<TypeParam>(configuration);
    for (const Box& box : {Box{{0, 0, 0}, {9, 7, 6}},
                           {{9, 0, 6}, {17, 7, 11}},
                           {{3, 4, 5}, {4, 5, 6}},
                           {{5, 5, 5}, {5, 6, 6}}}) {
      EXPECT_EQ(differing_bits(initial_values<TypeParam>(configuration, tables, box),
                               oracle_cut(points, whole, box)),
                0);
    }
  }
}

TYPED_TEST(InitialValues, OfARandomStateLieInTheUnitIntervalAndAverageAHalf) {
  const auto field = whole_field<TypeParam>(configuration_of({64, 48, 40}, Random{7}));
  double sum = 0;
  for (const TypeParam value : field) {
    ASSERT_GE(value, TypeParam{0});
    ASSERT_LT(value, TypeParam{1});
    sum += value;
  }
  // The mean of n values scatters by 1 / sqrt(12 n).
  EXPECT_NEAR(sum / 122880, 0.5, 5.0 / std::sqrt(12.0 * 122880));
}

TYPED_TEST(InitialValues, OfARandomStateChangeWithTheSeed) {
  const auto one = whole_field<TypeParam>(configuration_of({8, 8, 8}, Random{1}));
  const auto two = whole_field<TypeParam>(configuration_of({8, 8, 8}, Random{2}));
  EXPECT_GT(differing_bits(one, two), 500);
}

TYPED_TEST(InitialValues, OfALinearStateAreItsFormula) {
  const auto field = whole_field<TypeParam>(configuration_of({3, 4, 5}, Linear{{1, -2, 0.5}}));
  Index here = 0;
  for (int z = 0; z < 5; ++z)
    for (int y = 0; y < 4; ++y)
      for (int x = 0; x < 3; ++x, ++here) {
        EXPECT_EQ(field[here], static_cast<TypeParam>(1 * 0.5 * x - 2 * 0.25 * y + 0.5 * 2.0 * z));
      }
}

TYPED_TEST(InitialValues, OfAGaussianPeakAtItsCentreAndFollowItsFormula) {
  const Gaussian state{{1.0, 0.5, 4.0}, 0.7, 5.0};
  const auto field = whole_field<TypeParam>(configuration_of({5, 6, 4}, state));
  EXPECT_EQ(field[2 + 5 * (2 + 6 * 2)], TypeParam{5}) << "the centre";
  const double square = 0.5 * 0.5 + 0.25 * 0.25 + 2.0 * 2.0;
  EXPECT_NEAR(field[3 + 5 * (3 + 6 * 3)], 5.0 * std::exp(-square / (2 * 0.7 * 0.7)),
              8.0 * std::numeric_limits<TypeParam>::epsilon());
}

TYPED_TEST(InitialValues, OfAModeAreZeroOnFixedFaces) {
  const Index3 points{7, 6, 5};
  const auto field = whole_field<TypeParam>(configuration_of(points, Eigenmode{{2, 3, 2}, -1.5}));
  Index here = 0, zeros = 0;
  for (Index z = 0; z < points.z; ++z)
    for (Index y = 0; y < points.y; ++y)
      for (Index x = 0; x < points.x; ++x, ++here) {
        if (!oracle_is_fixed(points, {}, {x, y, z})) continue;
        ++zeros;
        EXPECT_EQ(field[here], TypeParam{0});
        EXPECT_FALSE(std::signbit(field[here])) << "one zero, not two";
      }
  EXPECT_EQ(zeros, 7 * 6 * 5 - 5 * 4 * 3);
}

constexpr Boundary f = Boundary::fixed, p = Boundary::periodic, i = Boundary::insulated;

TEST(ModeTable, IsTheSineOrCosineOfItsConditions) {
  constexpr double pi = std::numbers::pi;
  for (int m = 1; m <= 4; ++m) {
    const auto fixed = mode_table(11, f, f, m), ring = mode_table(11, p, p, m);
    const auto walls = mode_table(11, i, i, m), mixed = mode_table(11, f, i, m);
    const auto mirrored = mode_table(11, i, f, m);
    for (int x = 0; x < 11; ++x) {
      EXPECT_NEAR(fixed[x], std::sin(pi * m * x / 10), 40 * eps);
      EXPECT_NEAR(ring[x], std::sin(2 * pi * m * x / 11), 40 * eps);
      EXPECT_NEAR(walls[x], std::cos(pi * m * (x + 0.5) / 11), 40 * eps);
      EXPECT_NEAR(mixed[x], std::sin(pi * (m - 0.5) * x / 10.5), 40 * eps);
      EXPECT_EQ(mirrored[10 - x], mixed[x]);
    }
  }
  EXPECT_THAT(mode_table(6, p, p, 0), testing::Each(1.0));
  EXPECT_THAT(mode_table(6, i, i, 0), testing::Each(1.0));
}

TEST(MakeTables, RefusesModesThatTheGridCannotHold) {
  struct Refusal {
    Index points;
    std::array<Boundary, 2> faces;
    int mode;
    const char* reason;
  };
  for (const Refusal& refusal : {Refusal{2, {f, f}, 1, "hold no mode"},
                                 {1, {f, f}, 1, "hold no mode"},
                                 {1, {f, i}, 1, "hold no mode"},
                                 {5, {f, f}, 0, "modes 1 to 3"},
                                 {5, {f, f}, 4, "modes 1 to 3"},
                                 {6, {p, p}, 3, "modes 0 to 2"},
                                 {5, {i, i}, 5, "modes 0 to 4"},
                                 {5, {i, f}, 5, "modes 1 to 4"},
                                 {5, {p, p}, -1, "modes 0 to 2"}}) {
    Boundaries boundaries;
    boundaries.face[1] = refusal.faces;
    try {
      make_tables(configuration_of({5, refusal.points, 5}, Eigenmode{{1, refusal.mode, 1}, 1.0},
                                   boundaries));
      ADD_FAILURE() << "accepted mode " << refusal.mode << " of " << refusal.points << " points";
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr("heat.initial.modes: "));
      EXPECT_THAT(error.what(), HasSubstr("along y"));
      EXPECT_THAT(error.what(), HasSubstr(refusal.reason));
    }
  }
}

TEST(MakeTables, AcceptsTheFirstAndLastModeOfEveryCondition) {
  for (const auto& faces : {std::array{f, f}, {p, p}, {i, i}, {f, i}, {i, f}}) {
    for (const Index points : {3, 4, 5, 64}) {
      const ModeRange range = mode_range(points, faces[0], faces[1]);
      for (const Index mode : {range.least, range.most}) {
        const auto table = mode_table(points, faces[0], faces[1], static_cast<int>(mode));
        EXPECT_THAT(table, testing::Contains(testing::Not(0.0))) << "a mode of zeros is none";
      }
    }
  }
}

}  // namespace
}  // namespace ministencil
