// SPDX-License-Identifier: Apache-2.0
#include "reference/row.hpp"

#include <cmath>

namespace ministencil {

namespace {

#define MINISTENCIL_ALWAYS_INLINE __attribute__((always_inline)) inline

/// Adds, to the point's own share, the pairs of neighbours at distance 1, 2, … along x and y, and
/// along z where there is such an axis.
template <int dimensions, int radius, class T>
MINISTENCIL_ALWAYS_INLINE void update(const T* __restrict in, T* __restrict out, Index first,
                                      Index last, Index pitch, Index plane,
                                      const Coefficients<T>& coefficients) {
  const auto& [c0, rx, ry, rz, reach, axes_used] = coefficients;
  if (coefficients.isotropic()) {
    for (Index x = first; x < last; ++x) {
      T sum = c0 * in[x];
      for (int d = 1; d <= radius; ++d) {
        const T along_x = in[x - d] + in[x + d];
        T all = along_x + (in[x - d * pitch] + in[x + d * pitch]);
        if constexpr (dimensions == 3) all += in[x - d * plane] + in[x + d * plane];
        sum = std::fma(rx[d - 1], all, sum);
      }
      out[x] = sum;
    }
  } else {
    for (Index x = first; x < last; ++x) {
      T sum = c0 * in[x];
      for (int d = 1; d <= radius; ++d) {
        sum = std::fma(rx[d - 1], in[x - d] + in[x + d], sum);
        sum = std::fma(ry[d - 1], in[x - d * pitch] + in[x + d * pitch], sum);
        if constexpr (dimensions == 2) continue;
        sum = std::fma(rz[d - 1], in[x - d * plane] + in[x + d * plane], sum);
      }
      out[x] = sum;
    }
  }
}

template <int dimensions, class T>
MINISTENCIL_ALWAYS_INLINE void update(const T* in, T* out, Index first, Index last, Index pitch,
                                      Index plane, const Coefficients<T>& coefficients) {
  switch (coefficients.radius) {
    case 1:
      return update<dimensions, 1>(in, out, first, last, pitch, plane, coefficients);
    case 2:
      return update<dimensions, 2>(in, out, first, last, pitch, plane, coefficients);
    case 3:
      return update<dimensions, 3>(in, out, first, last, pitch, plane, coefficients);
    default:
      return update<dimensions, 4>(in, out, first, last, pitch, plane, coefficients);
  }
}

/// One formula, inlined into a function an instruction set.
template <class T>
MINISTENCIL_ALWAYS_INLINE void update(const T* in, T* out, Index first, Index last, Index pitch,
                                      Index plane, const Coefficients<T>& coefficients) {
  if (coefficients.dimensions == 2) {
    update<2>(in, out, first, last, pitch, plane, coefficients);
  } else {
    update<3>(in, out, first, last, pitch, plane, coefficients);
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
