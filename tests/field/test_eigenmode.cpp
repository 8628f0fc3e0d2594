// SPDX-License-Identifier: Apache-2.0
/// The oracle's steps against the exact decay: what oracle, kernels and reference could share in
/// error would show here.
#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "field/initial.hpp"
#include "support/oracle.hpp"
#include "support/samples.hpp"

namespace ministencil {
namespace {

using namespace testing_support;

template <class T>
Configuration mode_run(Index3 points, const Boundaries& boundaries, std::array<int, axes> modes) {
  Configuration configuration;
  configuration.grid = {.points = points, .spacing = {1.0, 1.0, 1.0}};
  configuration.heat.boundary = boundaries;
  configuration.heat.initial = Eigenmode{modes, 2.5};
  configuration.time.diffusion_number = 0.1;
  configuration.precision = precision_of<T>;
  return configuration;
}

template <class T>
EigenmodeError error_after(const Configuration& configuration, Index steps,
                           double diffusion_number) {
  const int order = configuration.order;
  const AxisTables tables = make_tables(configuration);
  const Box whole{{0, 0, 0}, configuration.grid.points};
  const auto coefficients =
      make_coefficients<T>(diffusion_number, configuration.grid.spacing, order);
  const auto field =
      oracle_run(configuration.grid.points, configuration.heat.boundary, coefficients,
                 initial_values<T>(configuration, tables, whole), steps);
  return eigenmode_error(configuration, tables, whole, field.data(), steps);
}

template <class T>
class EigenmodeDecay : public testing::Test {};
using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(EigenmodeDecay, Precisions);

TYPED_TEST(EigenmodeDecay, IsWhatTheOracleDoesUnderEveryBoundary) {
  const Index3 points{17, 13, 11};
  for (const Boundaries& boundaries : sample_boundaries()) {
    for (const auto& modes : {std::array{1, 1, 1}, {1, 2, 3}, {5, 4, 2}}) {
      for (const auto& spacing : {std::array{1.0, 1.0, 1.0}, {1.0, 1.3, 0.9}}) {
        auto configuration = mode_run<TypeParam>(points, boundaries, modes);
        configuration.grid.spacing = spacing;
        for (const Index steps : {0, 1, 2, 60}) {
          EXPECT_LE(error_after<TypeParam>(configuration, steps, 0.1).largest,
                    eigenmode_tolerance(configuration, steps))
              << text_of(boundaries) << " after " << steps;
        }
      }
    }
  }
}

TYPED_TEST(EigenmodeDecay, IsWhatTheOracleDoesAtEveryOrder) {
  for (const int order : {4, 6, 8})
    for (const Boundaries& boundaries : sample_boundaries())
      for (const auto& spacing : {std::array{1.0, 1.0, 1.0}, {1.0, 1.3, 0.9}}) {
        auto configuration = mode_run<TypeParam>({17, 13, 11}, boundaries, {5, 2, 3});
        configuration.grid.spacing = spacing;
        configuration.order = order;
        for (const Index steps : {1, 2, 60}) {
          EXPECT_LE(error_after<TypeParam>(configuration, steps, 0.1).largest,
                    eigenmode_tolerance(configuration, steps))
              << text_of(boundaries) << " at order " << order << " after " << steps;
        }
      }
}

TYPED_TEST(EigenmodeDecay, AtAnyOrderIsNotThatOfAnotherDiffusionNumberOrOrder) {
  for (const int order : {4, 6, 8}) {
    auto configuration = mode_run<TypeParam>({17, 13, 11}, {}, {1, 2, 3});
    configuration.order = order;
    EXPECT_GT(error_after<TypeParam>(configuration, 20, 0.101).largest,
              2.0 * eigenmode_tolerance(configuration, 20));
    auto other = configuration;
    other.order = order - 2;
    EXPECT_GT(std::abs(eigenmode_decay(configuration).value() - eigenmode_decay(other).value()),
              5e-5);
  }
}

/// What eigenmode_tolerance() takes for granted of one axis: see there.
TEST(EigenmodeTolerance, AllowsForTheLargestGrowthOfAnError) {
  for (const int order : {4, 6, 8}) {
    double largest = 0;
    for (const double share : {0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 1.0}) {
      // One axis alone has a diffusion number up to three times that of three.
      const auto c = make_coefficients<double>(3 * share * stability_limit({1, 1, 1}, order),
                                               {1.0, 1e9, 1e9}, order);
      std::vector<double> weights{1.0};  // of the points around, after a number of steps
      for (int step = 0; step < 100; ++step) {
        std::vector<double> next(weights.size() + 2 * c.radius, 0.0);
        for (std::size_t i = 0; i < weights.size(); ++i) {
          next[i + c.radius] += c.c0 * weights[i];
          for (int d = 1; d <= c.radius; ++d) {
            next[i + c.radius - d] += c.rx[d - 1] * weights[i];
            next[i + c.radius + d] += c.rx[d - 1] * weights[i];
          }
        }
        weights = next;
        double sum = 0;
        for (const double weight : weights) sum += std::abs(weight);
        largest = std::max(largest, sum);
      }
    }
    EXPECT_GT(largest, 1.1) << "order " << order;
    EXPECT_LT(largest, 1.249) << "order " << order;
  }
}

TYPED_TEST(EigenmodeDecay, HoldsForTheLongestAndShortestWaves) {
  const Index3 points{8, 9, 6};
  for (const auto& [boundary, modes] : {std::pair{Boundary::insulated, std::array{0, 0, 0}},
                                        {Boundary::periodic, {0, 0, 0}},
                                        {Boundary::insulated, {7, 8, 5}},
                                        {Boundary::periodic, {3, 4, 2}},
                                        {Boundary::fixed, {6, 7, 4}}}) {
    for (const int order : {2, 8}) {
      auto configuration = mode_run<TypeParam>(points, all_faces(boundary), modes);
      configuration.order = order;
      EXPECT_LE(error_after<TypeParam>(configuration, 20, 0.1).largest,
                eigenmode_tolerance(configuration, 20));
    }
  }
}

/// The tolerance is not so wide that it passes what is wrong.
TYPED_TEST(EigenmodeDecay, IsNotThatOfAnotherDiffusionNumber) {
  const auto configuration = mode_run<TypeParam>({17, 13, 11}, {}, {1, 2, 3});
  EXPECT_GT(error_after<TypeParam>(configuration, 20, 0.1001).largest,
            10.0 * eigenmode_tolerance(configuration, 20));
}

TYPED_TEST(EigenmodeDecay, EqualsTheTextbookFormula) {
  const auto configuration = mode_run<TypeParam>({17, 13, 11}, {}, {1, 2, 3});
  double expected = 1.0;
  for (const double half_angle : {1.0 / 16, 2.0 / 12, 3.0 / 10}) {
    const double sine = std::sin(0.5 * std::numbers::pi * half_angle);
    expected -= 4.0 * 0.1 * sine * sine;
  }
  EXPECT_NEAR(eigenmode_decay(configuration).value(), expected,
              4.0 * std::numeric_limits<TypeParam>::epsilon());
}

TEST(EigenmodeDecayOf, AnyOtherStateIsEmpty) {
  Configuration configuration = mode_run<float>({5, 5, 5}, {}, {1, 1, 1});
  configuration.heat.initial.emplace<Random>();
  EXPECT_EQ(eigenmode_decay(configuration), std::nullopt);
  EXPECT_EQ(eigenmode_tolerance(configuration, 10), 0.0);
}

TEST(EigenmodeError, IsInfiniteWhereAValueIsNotANumber) {
  const auto configuration = mode_run<float>({5, 5, 5}, {}, {1, 1, 1});
  const AxisTables tables = make_tables(configuration);
  const Box part{{0, 2, 1}, {5, 4, 3}};
  auto field = initial_values<float>(configuration, tables, part);
  field[3 + 5 * (1 + 2 * 0)] = std::numeric_limits<float>::quiet_NaN();
  const EigenmodeError error = eigenmode_error(configuration, tables, part, field.data(), 0);
  EXPECT_EQ(error.largest, std::numeric_limits<double>::infinity());
  EXPECT_EQ(error.point, (Index3{3, 3, 1}));
}

TEST(EigenmodeError, SeesAFieldOfZeros) {
  const auto configuration = mode_run<double>({9, 9, 9}, {}, {1, 1, 1});
  const std::vector<double> zeros(9 * 9 * 9, 0.0);
  const EigenmodeError error = eigenmode_error(configuration, make_tables(configuration),
                                               {{0, 0, 0}, {9, 9, 9}}, zeros.data(), 1);
  EXPECT_GT(error.largest, 2.0);
  EXPECT_EQ(error.point, (Index3{4, 4, 4}));
}

TEST(ModeAngle, TimesTheIntervalsIsHalfWavesOrWholeWaves) {
  constexpr double pi = std::numbers::pi;
  EXPECT_NEAR(mode_angle(64, Boundary::fixed, Boundary::fixed, 3), 3 * pi / 63, 1e-15);
  EXPECT_NEAR(mode_angle(64, Boundary::periodic, Boundary::periodic, 3), 6 * pi / 64, 1e-15);
  EXPECT_NEAR(mode_angle(64, Boundary::insulated, Boundary::insulated, 3), 3 * pi / 64, 1e-15);
  for (const auto& [lower, upper] :
       {std::pair{Boundary::fixed, Boundary::insulated}, {Boundary::insulated, Boundary::fixed}}) {
    EXPECT_NEAR(mode_angle(64, lower, upper, 3), 2.5 * pi / 63.5, 1e-15);
  }
  EXPECT_EQ(mode_angle(64, Boundary::periodic, Boundary::periodic, 0), 0.0);
}

}  // namespace
}  // namespace ministencil
