// SPDX-License-Identifier: Apache-2.0
/// Coefficients of the explicit update. Computed once in double and rounded once to the field's
/// precision, so that every kernel and the reference work with the same bits.
#pragma once

#include <array>

#include "core/box.hpp"
#include "stencil/order.hpp"

namespace ministencil {

/// u' = c0·u + Σ over distances d = 1 … radius of rx[d−1]·(both x neighbours at distance d) +
/// ry[d−1]·(y neighbours) + rz[d−1]·(z neighbours), dimensionless. Weights beyond the radius are 0.
template <class T>
struct Coefficients {
  T c0{};
  T rx[largest_radius]{}, ry[largest_radius]{}, rz[largest_radius]{};
  int radius = 1;
  int dimensions = 3;  // 2: the formula has no neighbours along z

  /// With equal weights along all axes at every distance the update takes the shorter form with one
  /// fma a distance (update.hpp). Inlined and without a loop, as emulated kernels ask for it
  /// (device_function.hpp).
  [[gnu::always_inline]] constexpr bool isotropic() const {
    static_assert(largest_radius == 4);
    return equal_at(0) && equal_at(1) && equal_at(2) && equal_at(3);
  }
  [[gnu::always_inline]] constexpr bool equal_at(int i) const {
    return rx[i] == ry[i] && (dimensions == 2 || ry[i] == rz[i]);
  }
};

/// `diffusion_number` is α·Δt / (smallest spacing)²; `spacing` in metres, one per axis, infinite
/// along the z axis that a 2D grid lacks; `order` is
/// the order of accuracy in space. With r = diffusion_number · (smallest spacing / spacing)² an
/// axis weighs its points at distance d by r times the central difference's weight of them.
/// Throws InputError for an order other than 2, 4, 6 and 8.
template <class T>
Coefficients<T> make_coefficients(double diffusion_number, const std::array<double, axes>& spacing,
                                  int order = 2);

/// r of each axis in double, before rounding.
std::array<double, axes> axis_weights(double diffusion_number,
                                      const std::array<double, axes>& spacing);

/// Largest stable diffusion number α·Δt / (smallest spacing)² of the explicit scheme, rounded down.
/// Source: von Neumann analysis of the highest mode; 1/6, 1/8, 0.1102 and 0.1025 for three equal
/// spacings at orders 2, 4, 6 and 8. Throws InputError for another order.
double stability_limit(const std::array<double, axes>& spacing, int order);

}  // namespace ministencil
