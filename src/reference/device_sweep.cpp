// SPDX-License-Identifier: Apache-2.0
#include "reference/device_sweep.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>
#include <cmath>

namespace ministencil {

namespace {

using Space = Kokkos::DefaultExecutionSpace;
using Leftmost = Kokkos::Rank<3, Kokkos::Iterate::Left, Kokkos::Iterate::Left>;  // x is fastest
using Points = Kokkos::MDRangePolicy<Space, Leftmost, Kokkos::IndexType<Index>>;

/// Neighbours of a point, from the point: those at distance d lie d times as far.
struct Steps {
  Index y, z;
};

/// Equal weights on all axes: the neighbours at a distance are added up, then weighted once.
template <class T, int radius, int dimensions>
struct EqualWeights {
  T c0, r[radius];
  KOKKOS_INLINE_FUNCTION T operator()(const T* u, Steps to) const {
    T sum = c0 * *u;
    for (int d = 1; d <= radius; ++d) {
      const T x = u[-d] + u[d], y = u[-d * to.y] + u[d * to.y];
      T all = x + y;
      if constexpr (dimensions == 3) all += u[-d * to.z] + u[d * to.z];
      sum = std::fma(r[d - 1], all, sum);
    }
    return sum;
  }
};

/// A weight an axis: they are taken in the order x, y, z.
template <class T, int radius, int dimensions>
struct WeightPerAxis {
  T c0, rx[radius], ry[radius], rz[radius];
  KOKKOS_INLINE_FUNCTION T operator()(const T* u, Steps to) const {
    T sum = c0 * *u;
    for (int d = 1; d <= radius; ++d) {
      sum = std::fma(rx[d - 1], u[-d] + u[d], sum);
      sum = std::fma(ry[d - 1], u[-d * to.y] + u[d * to.y], sum);
      if constexpr (dimensions == 3) {
        sum = std::fma(rz[d - 1], u[-d * to.z] + u[d * to.z], sum);
      }
    }
    return sum;
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
  const Steps steps{part.placement.pitch(), part.placement.plane()};
  const Index3 first = part.moving.first, last = part.moving.last, n = part.placement.owned;
  const Moving moving{first.x, last.x, first.y, last.y, first.z, last.z};
  const Points points({Index{0}, Index{0}, Index{0}}, {n.x, n.y, n.z},
                      {Index{128}, Index{2}, Index{1}});  // the fastest tile on an H200
  Kokkos::parallel_for(
      "device_sweep", points, KOKKOS_LAMBDA(Index x, Index y, Index z) {
        const Index at = x + y * steps.y + z * steps.z;
        out[at] = moving.contains(x, y, z) ? update(in + at, steps) : in[at];
      });
}

template <int radius, int dimensions, class T>
void sweep_with(const Subdomain& part, const Coefficients<T>& c, const T* in, T* out) {
  if (c.isotropic()) {
    EqualWeights<T, radius, dimensions> update{c.c0, {}};
    std::copy_n(c.rx, radius, update.r);
    sweep(part, update, in, out);
  } else {
    WeightPerAxis<T, radius, dimensions> update{c.c0, {}, {}, {}};
    std::copy_n(c.rx, radius, update.rx);
    std::copy_n(c.ry, radius, update.ry);
    std::copy_n(c.rz, radius, update.rz);
    sweep(part, update, in, out);
  }
}

template <int radius, class T>
void sweep_with(const Subdomain& part, const Coefficients<T>& c, const T* in, T* out) {
  if (c.dimensions == 2) {
    sweep_with<radius, 2>(part, c, in, out);
  } else {
    sweep_with<radius, 3>(part, c, in, out);
  }
}

}  // namespace

template <class T>
void device_sweep(const Subdomain& part, const Coefficients<T>& coefficients, const T* in, T* out) {
  const Index origin = part.placement.at(0, 0, 0);
  const T* from = in + origin;
  T* to = out + origin;
  switch (coefficients.radius) {
    case 1:
      return sweep_with<1>(part, coefficients, from, to);
    case 2:
      return sweep_with<2>(part, coefficients, from, to);
    case 3:
      return sweep_with<3>(part, coefficients, from, to);
    default:
      return sweep_with<4>(part, coefficients, from, to);
  }
}

template void device_sweep(const Subdomain&, const Coefficients<float>&, const float*, float*);
template void device_sweep(const Subdomain&, const Coefficients<double>&, const double*, double*);

}  // namespace ministencil
