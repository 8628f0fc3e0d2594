// SPDX-License-Identifier: Apache-2.0
/// The update formula of the kernels: one order of additions, explicit fma, never re-associated.
/// Neither contraction nor vectorisation can change its bits.
///
/// A kernel begins with the point and adds its neighbours, distance by distance from 1 to `radius`:
///
///     T sum = update.begin(u);
///     MINISTENCIL_UNROLL
///     for (int d = 1; d <= Update::radius; ++d) {
///       sum = update.add(d, sum, xm, xp, ym, yp, zm, zp);  // at distance d along x, y, z
///     }
///
/// On a 2D grid the neighbours along z are left out.
#pragma once

#include "stencil/device_function.hpp"

namespace ministencil {

#ifdef __CUDACC__
using ::fma;
#else
MINISTENCIL_DEVICE float fma(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
MINISTENCIL_DEVICE double fma(double a, double b, double c) { return __builtin_fma(a, b, c); }
#endif

/// Equal weights on all axes. One of a smaller radius is the first part of one of a larger.
template <class T, int reach>
struct Isotropic {
  static constexpr int radius = reach;
  T c0, r[reach];

  MINISTENCIL_DEVICE T begin(T u) const { return c0 * u; }
  MINISTENCIL_DEVICE T add(int d, T sum, T xm, T xp, T ym, T yp, T zm, T zp) const {
    return fma(r[d - 1], ((xm + xp) + (ym + yp)) + (zm + zp), sum);
  }
  MINISTENCIL_DEVICE T add(int d, T sum, T xm, T xp, T ym, T yp) const {
    return fma(r[d - 1], (xm + xp) + (ym + yp), sum);
  }

  /// The whole formula of order 2, for kernels that take no other.
  MINISTENCIL_DEVICE T operator()(T u, T xm, T xp, T ym, T yp, T zm, T zp) const {
    static_assert(reach == 1, "a kernel that takes more orders adds distance by distance");
    return add(1, begin(u), xm, xp, ym, yp, zm, zp);
  }
};

/// One weight an axis. One of a smaller radius is the first part of one of a larger.
template <class T, int reach>
struct Anisotropic {
  static constexpr int radius = reach;
  T c0;
  struct {
    T x, y, z;
  } r[reach];

  MINISTENCIL_DEVICE T begin(T u) const { return c0 * u; }
  MINISTENCIL_DEVICE T add(int d, T sum, T xm, T xp, T ym, T yp, T zm, T zp) const {
    return fma(r[d - 1].z, zm + zp, fma(r[d - 1].y, ym + yp, fma(r[d - 1].x, xm + xp, sum)));
  }
  MINISTENCIL_DEVICE T add(int d, T sum, T xm, T xp, T ym, T yp) const {
    return fma(r[d - 1].y, ym + yp, fma(r[d - 1].x, xm + xp, sum));
  }

  MINISTENCIL_DEVICE T operator()(T u, T xm, T xp, T ym, T yp, T zm, T zp) const {
    static_assert(reach == 1, "a kernel that takes more orders adds distance by distance");
    return add(1, begin(u), xm, xp, ym, yp, zm, zp);
  }
};

}  // namespace ministencil
