// SPDX-License-Identifier: Apache-2.0
/// The update formula of the kernels: one order of additions, explicit fma, never re-associated.
/// Neither contraction nor vectorisation can change its bits.
#pragma once

#include "stencil/cuda_words.hpp"

namespace ministencil {

/// Equal weights on all axes.
template <class T>
struct Isotropic {
  T c0, r;

  __device__ T operator()(T u, T xm, T xp, T ym, T yp, T zm, T zp) const {
    return fma(r, ((xm + xp) + (ym + yp)) + (zm + zp), c0 * u);
  }
};

/// One weight an axis.
template <class T>
struct Anisotropic {
  T c0, rx, ry, rz;

  __device__ T operator()(T u, T xm, T xp, T ym, T yp, T zm, T zp) const {
    return fma(rz, zm + zp, fma(ry, ym + yp, fma(rx, xm + xp, c0 * u)));
  }
};

}  // namespace ministencil
