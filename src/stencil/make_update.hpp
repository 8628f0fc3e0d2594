// SPDX-License-Identifier: Apache-2.0
/// From coefficients to what a kernel is given. Host code, inlined and without loops for the sake
/// of emulated kernels (device_function.hpp).
#pragma once

#include "stencil/coefficients.hpp"
#include "stencil/update.hpp"

namespace ministencil {

/// For coefficients of this radius; a larger one has zeros beyond theirs.
template <int radius, class T>
[[gnu::always_inline]] inline Isotropic<T, radius> isotropic_update(const Coefficients<T>& c) {
  Isotropic<T, radius> update{.c0 = c.c0, .r = {}};
  MINISTENCIL_UNROLL
  for (int i = 0; i < radius; ++i) update.r[i] = c.rx[i];
  return update;
}

template <int radius, class T>
[[gnu::always_inline]] inline Anisotropic<T, radius> anisotropic_update(const Coefficients<T>& c) {
  Anisotropic<T, radius> update{.c0 = c.c0, .r = {}};
  MINISTENCIL_UNROLL
  for (int i = 0; i < radius; ++i) update.r[i] = {c.rx[i], c.ry[i], c.rz[i]};
  return update;
}

}  // namespace ministencil
