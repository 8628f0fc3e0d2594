// SPDX-License-Identifier: Apache-2.0
/// The update formula of the kernels: one order of additions, explicit fma, never re-associated.
/// Neither contraction nor vectorisation can change its bits.
#pragma once

#include "stencil/device_function.hpp"

namespace ministencil {

#ifdef __CUDACC__
using ::fma;
#else
MINISTENCIL_DEVICE float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
MINISTENCIL_DEVICE double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
#endif

/// Equal weights on all axes.
template <class T>
struct Isotropic {
  T c0, r;

  MINISTENCIL_DEVICE T operator()(T u, T xm, T xp, T ym, T yp, T zm, T zp) const {
    return fma(r, ((xm + xp) + (ym + yp)) + (zm + zp), c0 * u);
  }
};

/// One weight an axis.
template <class T>
struct Anisotropic {
  T c0, rx, ry, rz;

  MINISTENCIL_DEVICE T operator()(T u, T xm, T xp, T ym, T yp, T zm, T zp) const {
    return fma(rz, zm + zp, fma(ry, ym + yp, fma(rx, xm + xp, c0 * u)));
  }
};

}  // namespace ministencil
