// SPDX-License-Identifier: Apache-2.0
/// The difference operator against the derivative itself: what all steppers share would show here.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "support/oracle.hpp"
#include "support/samples.hpp"

namespace ministencil {
namespace {

using namespace testing_support;

/// A wave along `axis` of which the domain holds exactly one between faces of one condition, as the
/// boundary wants it; constant along the other axes, which are periodic.
struct Wave {
  Boundary boundary;
  int axis;
  Index spacings;  // to a wave length

  double angle() const { return 2 * std::numbers::pi / static_cast<double>(spacings); }
  Index3 points() const {
    Index3 points{4, 4, 4};
    points[axis] = boundary == Boundary::fixed ? spacings + 1 : spacings;
    return points;
  }
  Boundaries boundaries() const {
    Boundaries faces = all_faces(Boundary::periodic);
    faces.face[axis] = {boundary, boundary};
    return faces;
  }
  double value(Index i) const {
    const double x = static_cast<double>(i);
    return boundary == Boundary::insulated ? std::cos(angle() * (x + 0.5)) : std::sin(angle() * x);
  }
  std::vector<double> field() const {
    std::vector<double> values;
    const Index3 n = points();
    for (Index z = 0; z < n.z; ++z)
      for (Index y = 0; y < n.y; ++y)
        for (Index x = 0; x < n.x; ++x) values.push_back(value(Index3{x, y, z}[axis]));
    return values;
  }
};

/// Largest error of the second derivative, relative to its amplitude, that a step computes.
double error_of(const Wave& wave, int order) {
  constexpr double diffusion_number = 0.1;
  const auto c = make_coefficients<double>(diffusion_number, {1, 1, 1}, order);
  const std::vector<double> before = wave.field();
  const std::vector<double> after = oracle_step(wave.points(), wave.boundaries(), c, before);
  const double square = wave.angle() * wave.angle();
  double largest = 0;
  for (std::size_t i = 0; i < before.size(); ++i) {
    const double computed = (after[i] - before[i]) / diffusion_number;
    largest = std::max(largest, std::abs(computed + square * before[i]) / square);
  }
  return largest;
}

/// Halving the spacing divides the error by 2^order. The next term of the error is smaller by about
/// (k h)² / 2, 0.08 at 16 points to a wave, and rounding is below 1e-3 of the smallest error,
/// 7e-10: both move the measured order by less than 0.1.
TEST(Convergence, OfTheDifferenceIsOfTheOrderAskedForUnderEveryBoundary) {
  for (const Boundary boundary : {Boundary::periodic, Boundary::fixed, Boundary::insulated})
    for (int axis = 0; axis < axes; ++axis)
      for (const int order : {2, 4, 6, 8}) {
        const double coarse = error_of({boundary, axis, 16}, order);
        const double fine = error_of({boundary, axis, 32}, order);
        EXPECT_NEAR(std::log2(coarse / fine), order, 0.1)
            << name_of(boundary) << " along " << axis_name[axis];
      }
}

/// The first term of the error at order 2 and 8: (k h)² / 12 and (k h)⁸ / 3150 of the derivative.
TEST(Convergence, HasTheErrorOfCentralDifferences) {
  const Wave wave{Boundary::periodic, 2, 32};
  const double square = wave.angle() * wave.angle();
  EXPECT_NEAR(error_of(wave, 2) / (square / 12), 1.0, 0.02);
  EXPECT_NEAR(error_of(wave, 8) / (std::pow(square, 4) / 3150), 1.0, 0.05);
}

}  // namespace
}  // namespace ministencil
