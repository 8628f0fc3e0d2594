// SPDX-License-Identifier: Apache-2.0
#include "stencil/coefficients.hpp"

#include <cmath>
#include <string>

#include "core/error.hpp"

namespace ministencil {

namespace {

double smallest(const std::array<double, axes>& spacing) {
  return *std::min_element(spacing.begin(), spacing.end());
}

/// Weights of the central difference of a second derivative: of the point itself, and of either
/// point at distance 1, 2, …
struct CentralDifference {
  double own;
  std::array<double, largest_radius> at_distance;

  /// The difference of the highest mode, +1 −1 +1 …, divided by its value.
  double of_highest_mode() const {
    double sum = own, sign = -2.0;
    for (const double weight : at_distance) {
      sum += sign * weight;
      sign = -sign;
    }
    return sum;
  }
};

/// Source: Fornberg, Generation of finite difference formulas on arbitrarily spaced grids (1988).
const CentralDifference& central_difference(int order) {
  static constexpr CentralDifference differences[largest_radius] = {
      {-2.0, {1.0}},
      {-5.0 / 2.0, {4.0 / 3.0, -1.0 / 12.0}},
      {-49.0 / 18.0, {3.0 / 2.0, -3.0 / 20.0, 1.0 / 90.0}},
      {-205.0 / 72.0, {8.0 / 5.0, -1.0 / 5.0, 8.0 / 315.0, -1.0 / 560.0}}};
  if (is_order(order)) return differences[radius_of(order) - 1];
  throw InputError("order " + std::to_string(order) +
                   " has no stencil here: stars have radius 1 to 4; use order 2, 4, 6 or 8");
}

/// Factor by which a step multiplies the highest mode, as the coefficients are rounded.
double growth_of_highest_mode(const Coefficients<double>& c) {
  double growth = c.c0, sign = -2.0;
  for (int i = 0; i < c.radius; ++i) {
    growth += sign * ((c.rx[i] + c.ry[i]) + c.rz[i]);
    sign = -sign;
  }
  return growth;
}

}  // namespace

std::array<double, axes> axis_weights(double diffusion_number,
                                      const std::array<double, axes>& spacing) {
  const double least = smallest(spacing);
  std::array<double, axes> weights{};
  for (int axis = 0; axis < axes; ++axis) {
    // The ratio is 1 exactly where the spacing is the smallest, so r keeps the user's bits there.
    const double ratio = least / spacing[axis];
    weights[axis] = diffusion_number * (ratio * ratio);
  }
  return weights;
}

template <class T>
Coefficients<T> make_coefficients(double diffusion_number, const std::array<double, axes>& spacing,
                                  int order) {
  const CentralDifference& difference = central_difference(order);
  const auto [rx, ry, rz] = axis_weights(diffusion_number, spacing);
  Coefficients<T> c;
  c.radius = radius_of(order);
  c.dimensions = std::isinf(spacing[2]) ? 2 : 3;
  c.c0 = static_cast<T>(1.0 + difference.own * ((rx + ry) + rz));
  for (int i = 0; i < c.radius; ++i) {
    c.rx[i] = static_cast<T>(rx * difference.at_distance[i]);
    c.ry[i] = static_cast<T>(ry * difference.at_distance[i]);
    c.rz[i] = static_cast<T>(rz * difference.at_distance[i]);
  }
  return c;
}

template Coefficients<float> make_coefficients(double, const std::array<double, axes>&, int);
template Coefficients<double> make_coefficients(double, const std::array<double, axes>&, int);

double stability_limit(const std::array<double, axes>& spacing, int order) {
  const auto ratios = axis_weights(1.0, spacing);
  // No mode may be multiplied by less than −1.
  double limit =
      -2.0 / central_difference(order).of_highest_mode() / ((ratios[0] + ratios[1]) + ratios[2]);
  // The last bits: as computed, no mode may grow nor c0, which order 2 needs, be negative.
  const auto is_stable = [&] {
    const auto c = make_coefficients<double>(limit, spacing, order);
    return c.c0 >= 0 && growth_of_highest_mode(c) >= -1.0;
  };
  while (!is_stable()) limit = std::nextafter(limit, 0.0);
  return limit;
}

}  // namespace ministencil
