// SPDX-License-Identifier: Apache-2.0
/// Coefficients of the explicit update. Computed once in double and rounded once to the field's
/// precision, so that every kernel and the reference work with the same bits.
#pragma once

#include <array>

#include "core/box.hpp"

namespace ministencil {

/// u' = c0·u + rx·(x neighbours) + ry·(y neighbours) + rz·(z neighbours), dimensionless.
template <class T>
struct Coefficients {
  T c0{}, rx{}, ry{}, rz{};

  /// With three equal weights the update takes the shorter form with one fma (update.hpp).
  constexpr bool isotropic() const { return rx == ry && ry == rz; }
};

/// `diffusion_number` is α·Δt / (smallest spacing)²; `spacing` in metres, one per axis.
/// An axis of weight r has r = diffusion_number · (smallest spacing / spacing)².
template <class T>
Coefficients<T> make_coefficients(double diffusion_number, const std::array<double, axes>& spacing);

/// Weights (rx, ry, rz) in double, before rounding.
std::array<double, axes> axis_weights(double diffusion_number,
                                      const std::array<double, axes>& spacing);

/// Largest stable diffusion number α·Δt / (smallest spacing)² of the explicit scheme, rounded down.
/// `order` is the order of accuracy in space (2).
/// Source: von Neumann analysis of the highest mode; 1/6 for three equal spacings at order 2.
double stability_limit(const std::array<double, axes>& spacing, int order);

}  // namespace ministencil
