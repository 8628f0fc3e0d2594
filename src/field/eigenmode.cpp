// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <limits>
#include <variant>

#include "field/initial.hpp"
#include "field/mode.hpp"
#include "stencil/coefficients.hpp"

namespace ministencil {

namespace {

/// c0 + Σ 2 r_ad cos(d k_a h_a): both neighbours at distance d along an axis together are
/// 2 cos(d k h) times the point.
template <class T>
double decay_of(const Configuration& configuration, const Eigenmode& state) {
  const auto coefficients = make_coefficients<T>(configuration.time.diffusion_number,
                                                 configuration.grid.spacing, configuration.order);
  const T* const weights[axes] = {coefficients.rx, coefficients.ry, coefficients.rz};
  double sum = 0.0;
  for (int axis = 0; axis < axes; ++axis) {
    const auto [lower, upper] = configuration.heat.boundary.face[axis];
    if (lower == Boundary::absent) continue;
    for (int d = 1; d <= coefficients.radius; ++d) {
      const double cosine =
          mode_cosine(configuration.grid.points[axis], lower, upper, state.modes[axis], d);
      sum += 2.0 * static_cast<double>(weights[axis][d - 1]) * cosine;
    }
  }
  return static_cast<double>(coefficients.c0) + sum;
}

/// Roundings of an update, each of at most half an epsilon of the sum of its terms' magnitudes.
double roundings_of(const Configuration& configuration) {
  if (configuration.order == 2) return 4.0;
  const auto c = make_coefficients<double>(configuration.time.diffusion_number,
                                           configuration.grid.spacing, configuration.order);
  double magnitude = std::abs(c.c0);
  for (int i = 0; i < c.radius; ++i) {
    magnitude += 2.0 * (std::abs(c.rx[i]) + std::abs(c.ry[i]) + std::abs(c.rz[i]));
  }
  return (1.0 + 3.0 * c.radius) * magnitude;
}

/// By how much any number of steps can multiply the largest error.
double largest_growth(const Configuration& configuration) {
  return configuration.order == 2 ? 1.0 : 2.0;
}

}  // namespace

std::optional<double> eigenmode_decay(const Configuration& configuration) {
  const auto* state = std::get_if<Eigenmode>(&configuration.heat.initial);
  if (!state) return {};
  return with_element_type(configuration.precision,
                           [&]<class T>() { return decay_of<T>(configuration, *state); });
}

double eigenmode_tolerance(const Configuration& configuration, Index steps) {
  const auto* state = std::get_if<Eigenmode>(&configuration.heat.initial);
  if (!state) return 0.0;
  constexpr double eps_double = std::numeric_limits<double>::epsilon();
  const double eps = configuration.precision == Precision::float32
                         ? double{std::numeric_limits<float>::epsilon()}
                         : eps_double;
  const double n = static_cast<double>(steps);
  const double updates = n * roundings_of(configuration), growth = largest_growth(configuration);
  const double least = configuration.precision == Precision::float32
                           ? double{std::numeric_limits<float>::denorm_min()}
                           : std::numeric_limits<double>::denorm_min();
  return growth * (least * (updates + 4.0) +
                   std::abs(state->amplitude) * (eps * (0.5 * updates * std::exp(n * eps) + 1.0) +
                                                 eps_double * (updates + 16.0)));
}

template <class T>
EigenmodeError eigenmode_error(const Configuration& configuration, const AxisTables& tables,
                               const Box& owned, const T* values, Index steps) {
  EigenmodeError error{.largest = 0.0, .point = owned.first};
  const double factor =
      std::pow(eigenmode_decay(configuration).value(), static_cast<double>(steps));
  for (Index z = owned.first.z; z < owned.last.z; ++z)
    for (Index y = owned.first.y; y < owned.last.y; ++y)
      for (Index x = owned.first.x; x < owned.last.x; ++x, ++values) {
        const double expected = factor * ((tables[0][x] * tables[1][y]) * tables[2][z]);
        double distance = std::abs(static_cast<double>(*values) - expected);
        // A maximum would forget what is not a number.
        if (std::isnan(distance)) distance = std::numeric_limits<double>::infinity();
        if (distance > error.largest) error = {.largest = distance, .point = {x, y, z}};
      }
  return error;
}

template EigenmodeError eigenmode_error(const Configuration&, const AxisTables&, const Box&,
                                        const float*, Index);
template EigenmodeError eigenmode_error(const Configuration&, const AxisTables&, const Box&,
                                        const double*, Index);

}  // namespace ministencil
