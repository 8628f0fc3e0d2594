// SPDX-License-Identifier: Apache-2.0
#include "reference/device_sweep.hpp"

#include <Kokkos_Core.hpp>
#include <cmath>

namespace ministencil {

namespace {

using Space = Kokkos::DefaultExecutionSpace;
using Leftmost = Kokkos::Rank<3, Kokkos::Iterate::Left, Kokkos::Iterate::Left>;  // x is fastest
using Points = Kokkos::MDRangePolicy<Space, Leftmost, Kokkos::IndexType<Index>>;

/// Three equal weights: the neighbours are added up, then weighted once.
template <class T>
struct EqualWeights {
  T c0, r;
  KOKKOS_INLINE_FUNCTION T operator()(T u, T xm, T xp, T ym, T yp, T zm, T zp) const {
    return std::fma(r, ((xm + xp) + (ym + yp)) + (zm + zp), c0 * u);
  }
};

/// A weight an axis: they are taken in the order x, y, z.
template <class T>
struct WeightPerAxis {
  T c0, rx, ry, rz;
  KOKKOS_INLINE_FUNCTION T operator()(T u, T xm, T xp, T ym, T yp, T zm, T zp) const {
    return std::fma(rz, zm + zp, std::fma(ry, ym + yp, std::fma(rx, xm + xp, c0 * u)));
  }
};

/// The points that move, first to last − 1 on each axis. Plain, since a device reads it.
struct Moving {
  Index x0, x1, y0, y1, z0, z1;
  KOKKOS_INLINE_FUNCTION bool contains(Index x, Index y, Index z) const {
    return x >= x0 && x < x1 && y >= y0 && y < y1 && z >= z0 && z < z1;
  }
};

/// `in` and `out` point at owned point (0, 0, 0).
template <class T, class Update>
void sweep(const Subdomain& part, const Update& update, const T* in, T* out) {
  const Index pitch = part.placement.pitch(), plane = part.placement.plane();
  const Index3 first = part.moving.first, last = part.moving.last, n = part.placement.owned;
  const Moving moving{first.x, last.x, first.y, last.y, first.z, last.z};
  const Points points({Index{0}, Index{0}, Index{0}}, {n.x, n.y, n.z},
                      {Index{128}, Index{2}, Index{1}});  // the fastest tile on an H200
  Kokkos::parallel_for(
      "device_sweep", points, KOKKOS_LAMBDA(Index x, Index y, Index z) {
        const Index at = x + y * pitch + z * plane;
        const T* u = in + at;
        out[at] = moving.contains(x, y, z)
                      ? update(*u, u[-1], u[1], u[-pitch], u[pitch], u[-plane], u[plane])
                      : *u;
      });
}

}  // namespace

template <class T>
void device_sweep(const Subdomain& part, const Coefficients<T>& coefficients, const T* in, T* out) {
  const auto [c0, rx, ry, rz] = coefficients;
  const Index origin = part.placement.at(0, 0, 0);
  if (coefficients.isotropic()) {
    sweep(part, EqualWeights<T>{c0, rx}, in + origin, out + origin);
  } else {
    sweep(part, WeightPerAxis<T>{c0, rx, ry, rz}, in + origin, out + origin);
  }
}

template void device_sweep(const Subdomain&, const Coefficients<float>&, const float*, float*);
template void device_sweep(const Subdomain&, const Coefficients<double>&, const double*, double*);

}  // namespace ministencil
