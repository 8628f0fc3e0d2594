// SPDX-License-Identifier: Apache-2.0
#include "reference/row.hpp"

#include <cmath>

namespace ministencil {

namespace {

#define MINISTENCIL_ALWAYS_INLINE __attribute__((always_inline)) inline

/// One formula, inlined into a function an instruction set.
template <class T>
MINISTENCIL_ALWAYS_INLINE void update(const T* __restrict in, T* __restrict out, Index first,
                                      Index last, Index pitch, Index plane,
                                      const Coefficients<T>& coefficients) {
  const auto [c0, rx, ry, rz] = coefficients;
  if (coefficients.isotropic()) {
    for (Index x = first; x < last; ++x) {
      const T along_x = in[x - 1] + in[x + 1];
      const T along_y = in[x - pitch] + in[x + pitch];
      const T along_z = in[x - plane] + in[x + plane];
      out[x] = std::fma(rx, (along_x + along_y) + along_z, c0 * in[x]);
    }
  } else {
    for (Index x = first; x < last; ++x) {
      T sum = c0 * in[x];
      sum = std::fma(rx, in[x - 1] + in[x + 1], sum);
      sum = std::fma(ry, in[x - pitch] + in[x + pitch], sum);
      out[x] = std::fma(rz, in[x - plane] + in[x + plane], sum);
    }
  }
}

template <class T>
void portable_update(const T* in, T* out, Index first, Index last, Index pitch, Index plane,
                     const Coefficients<T>& coefficients) {
  update(in, out, first, last, pitch, plane, coefficients);
}

#ifdef __x86_64__
#define MINISTENCIL_HASWELL __attribute__((target("avx2,fma")))

template <class T>
MINISTENCIL_HASWELL void avx2_update(const T* in, T* out, Index first, Index last, Index pitch,
                                     Index plane, const Coefficients<T>& coefficients) {
  update(in, out, first, last, pitch, plane, coefficients);
}
#endif

}  // namespace

template <class T>
RowUpdate<T> portable_row_update() {
  return portable_update<T>;
}

template <class T>
RowUpdate<T> fastest_row_update() {
#ifdef __x86_64__
  // A program for any x86-64 may not assume fma, and calling the library for it costs tenfold.
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return avx2_update<T>;
#endif
  return portable_update<T>;
}

template RowUpdate<float> portable_row_update();
template RowUpdate<double> portable_row_update();
template RowUpdate<float> fastest_row_update();
template RowUpdate<double> fastest_row_update();

}  // namespace ministencil
