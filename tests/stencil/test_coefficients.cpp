// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>

#include "core/error.hpp"
#include "stencil/coefficients.hpp"
#include "support/oracle.hpp"
#include "support/samples.hpp"

namespace ministencil {
namespace {

using namespace testing_support;

TEST(Coefficients, AreRoundedOnceFromDouble) {
  const auto c = make_coefficients<float>(0.1, {1, 1, 1});
  EXPECT_EQ(c.rx[0], 0.1f);
  EXPECT_EQ(c.c0, static_cast<float>(1.0 - 2.0 * (0.1 + 0.1 + 0.1)));
  EXPECT_NE(c.c0, 1.0f - 6.0f * 0.1f) << "this input cannot tell one rounding from several";
}

TEST(Coefficients, AreIsotropicOnlyWhereAllThreeWeightsHaveTheSameBits) {
  EXPECT_TRUE(make_coefficients<double>(0.1, {2.5, 2.5, 2.5}).isotropic());
  for (int axis = 0; axis < axes; ++axis) {
    std::array<double, axes> spacing{1, 1, 1};
    spacing[axis] = std::nextafter(1.0, 2.0);
    EXPECT_FALSE(make_coefficients<double>(0.1, spacing).isotropic()) << axis_name[axis];
    spacing[axis] = 1.25;
    EXPECT_FALSE(make_coefficients<float>(0.1, spacing).isotropic()) << axis_name[axis];
  }
}

TEST(Coefficients, WeighAnAxisByItsSpacingSquared) {
  const auto c = make_coefficients<double>(0.125, {2, 1, 4});
  EXPECT_EQ(c.rx[0], 0.125 / 4);
  EXPECT_EQ(c.ry[0], 0.125);
  EXPECT_EQ(c.rz[0], 0.125 / 16);
  EXPECT_EQ(c.c0, 1 - 2 * (0.125 / 4 + 0.125 + 0.125 / 16));
}

/// A second difference of x² is exactly 2, and of a constant 0, at any spacing.
TEST(Coefficients, OfEveryOrderDifferentiateParabolasAndKeepConstants) {
  for (const int order : {2, 4, 6, 8}) {
    const auto c = make_coefficients<double>(0.1, {1.0, 1.3, 0.9}, order);
    EXPECT_EQ(c.radius, order / 2);
    double of_parabola = 0, sum = c.c0;
    for (int i = 0; i < largest_radius; ++i) {
      of_parabola += 2 * c.rz[i] * (i + 1) * (i + 1);
      sum += 2 * (c.rx[i] + c.ry[i] + c.rz[i]);
      EXPECT_EQ(c.rx[i] != 0.0, i < c.radius) << "weights end at the radius";
    }
    EXPECT_NEAR(of_parabola, 2 * 0.1, 1e-15) << order;
    EXPECT_NEAR(sum, 1.0, 1e-15) << order;
  }
}

TEST(Coefficients, OfHigherOrdersAreRoundedOnceFromDouble) {
  const auto c = make_coefficients<float>(0.1, {1, 1, 1}, 8);
  EXPECT_EQ(c.rx[0], static_cast<float>(0.1 * (8.0 / 5.0)));
  EXPECT_EQ(c.ry[1], static_cast<float>(0.1 * (-1.0 / 5.0)));
  EXPECT_EQ(c.rz[2], static_cast<float>(0.1 * (8.0 / 315.0)));
  EXPECT_EQ(c.rx[3], static_cast<float>(0.1 * (-1.0 / 560.0)));
  EXPECT_EQ(c.c0, static_cast<float>(1.0 - 205.0 / 72.0 * ((0.1 + 0.1) + 0.1)));
  EXPECT_TRUE(c.isotropic());
  auto other = c;
  other.rz[3] = 0;
  EXPECT_FALSE(other.isotropic()) << "every distance counts";
}

TEST(Coefficients, RefuseAnOrderThatThereIsNot) {
  for (const int order : {0, 1, 3, 10, -2}) {
    EXPECT_THROW(make_coefficients<float>(0.1, {1, 1, 1}, order), InputError) << order;
  }
}

TEST(StabilityLimit, OfEqualSpacingIsOneSixthRoundedDown) {
  const double limit = stability_limit({0.3, 0.3, 0.3}, 2);
  EXPECT_LE(limit, 1.0 / 6.0) << "which is itself rounded down";
  EXPECT_GT(limit, std::nextafter(std::nextafter(1.0 / 6.0, 0.0), 0.0) - 1e-16);
}

TEST(StabilityLimit, OfUnequalSpacingCountsEveryAxis) {
  // Two axes of weight 1/4 beside one of 1: 1 / (2 · 1.5).
  EXPECT_NEAR(stability_limit({1, 2, 2}, 2), 1.0 / 3.0, 1e-15);
  EXPECT_LE(stability_limit({1, 2, 2}, 2), 1.0 / 3.0) << "which is itself rounded down";
  // Very wide spacings leave one axis: 1/2.
  EXPECT_NEAR(stability_limit({1e9, 1, 1e9}, 2), 0.5, 1e-15);
}

TEST(StabilityLimit, RefusesAnOrderThatItDoesNotKnow) {
  EXPECT_THROW(stability_limit({1, 1, 1}, 3), InputError);
}

TEST(StabilityLimit, FallsWithTheOrder) {
  // 2 / (3 λ), λ the largest eigenvalue of the difference: 4, 16/3, 272/45, 2048/315.
  EXPECT_NEAR(stability_limit({1, 1, 1}, 4), 1.0 / 8.0, 1e-15);
  EXPECT_NEAR(stability_limit({1, 1, 1}, 6), 2.0 / 3.0 / (272.0 / 45.0), 1e-15);
  EXPECT_NEAR(stability_limit({1, 1, 1}, 8), 2.0 / 3.0 / (2048.0 / 315.0), 1e-15);
  EXPECT_EQ(stability_limit({1, 1, 1}, 4), 1.0 / 8.0) << "which has no digit to lose";
}

/// The highest mode of a periodic grid, a checkerboard, neither grows at the limit nor survives
/// above it.
TEST(StabilityLimit, IsWhereACheckerboardStartsToGrow) {
  const Index3 points{4, 4, 4};
  const auto growth = [&](const std::array<double, axes>& spacing, int order, double factor) {
    std::vector<double> field;
    for (int z = 0; z < 4; ++z)
      for (int y = 0; y < 4; ++y)
        for (int x = 0; x < 4; ++x) field.push_back((x + y + z) % 2 ? -1.0 : 1.0);
    const auto coefficients =
        make_coefficients<double>(stability_limit(spacing, order) * factor, spacing, order);
    const auto after = oracle_run(points, all_faces(Boundary::periodic), coefficients, field, 200);
    return std::abs(after[0]);
  };
  for (const auto& spacing : {std::array{1.0, 1.0, 1.0}, {1.0, 1.3, 0.9}, {3.0, 1.0, 2.0}}) {
    for (const int order : {2, 4, 6, 8}) {
      EXPECT_LE(growth(spacing, order, 1.0), 1.0 + 1e-12);
      EXPECT_GT(growth(spacing, order, 1.01), 10.0);
    }
  }
}

/// At the limit no coefficient is negative, so that no step makes a value larger than its
/// neighbours.
TEST(StabilityLimit, KeepsTheMaximumPrinciple) {
  for (const auto& spacing : {std::array{1.0, 1.0, 1.0}, {1.0, 1.3, 0.9}, {3.0, 1.0, 2.0}}) {
    const double limit = stability_limit(spacing, 2);
    EXPECT_GE(make_coefficients<double>(limit, spacing).c0, 0.0);
    EXPECT_GE(make_coefficients<float>(limit, spacing).c0, 0.0f);
  }
}

}  // namespace
}  // namespace ministencil
