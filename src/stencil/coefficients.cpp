// SPDX-License-Identifier: Apache-2.0
#include "stencil/coefficients.hpp"

#include <cmath>

#include "core/error.hpp"

namespace ministencil {

namespace {

double smallest(const std::array<double, axes>& spacing) {
  return *std::min_element(spacing.begin(), spacing.end());
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
Coefficients<T> make_coefficients(double diffusion_number,
                                  const std::array<double, axes>& spacing) {
  const auto [rx, ry, rz] = axis_weights(diffusion_number, spacing);
  return {.c0 = static_cast<T>(1.0 - 2.0 * ((rx + ry) + rz)),
          .rx = static_cast<T>(rx),
          .ry = static_cast<T>(ry),
          .rz = static_cast<T>(rz)};
}

template Coefficients<float> make_coefficients(double, const std::array<double, axes>&);
template Coefficients<double> make_coefficients(double, const std::array<double, axes>&);

double stability_limit(const std::array<double, axes>& spacing, int order) {
  if (order != 2) throw InputError("stability_limit: only order 2 is known");
  const auto ratios = axis_weights(1.0, spacing);
  double limit = 0.5 / ((ratios[0] + ratios[1]) + ratios[2]);
  do {  // the last bits: c0 must not be negative as it is computed
    limit = std::nextafter(limit, 0.0);
  } while (make_coefficients<double>(limit, spacing).c0 < 0);
  return limit;
}

}  // namespace ministencil
