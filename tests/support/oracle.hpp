// SPDX-License-Identifier: Apache-2.0
/// The naive oracle: one process, the whole grid rows back to back, neighbours by index arithmetic.
/// Shares no code with kernels, halo exchange or reference, only their definitions.
#pragma once

#include <cmath>
#include <vector>

#include "core/box.hpp"
#include "stencil/boundary.hpp"
#include "stencil/coefficients.hpp"

namespace ministencil::testing_support {

/// Whether point `p` lies on a fixed face of the domain.
inline bool oracle_is_fixed(Index3 points, const Boundaries& boundaries, Index3 p) {
  for (int axis = 0; axis < axes; ++axis) {
    if (boundaries.face[axis][0] == Boundary::fixed && p[axis] == 0) return true;
    if (boundaries.face[axis][1] == Boundary::fixed && p[axis] == points[axis] - 1) return true;
  }
  return false;
}

/// Value `step` points beyond `p` along `axis`, as the boundary there defines it.
template <class T>
T oracle_neighbour(Index3 points, const Boundaries& boundaries, const std::vector<T>& in, Index3 p,
                   int axis, int step) {
  const auto value = [&](Index at) {
    Index3 q = p;
    q[axis] = at;
    return in[q.x + points.x * (q.y + points.y * q.z)];
  };
  const Index n = points[axis], at = p[axis] + step;
  if (at >= 0 && at < n) return value(at);
  const bool below = at < 0;
  switch (boundaries.face[axis][below ? 0 : 1]) {
    case Boundary::periodic:
      return value((at + n) % n);
    case Boundary::insulated:  // the mirror image of point -1 is point 0
      return value(below ? -1 - at : 2 * n - 1 - at);
    case Boundary::fixed:
    case Boundary::absent:  // never asked for
      break;
  }
  const Index face = below ? 0 : n - 1;  // odd about the face's value
  return T{2} * value(face) - value(2 * face - at);
}

/// The field after one step of `in`, which holds the whole grid, x fastest.
template <class T>
std::vector<T> oracle_step(Index3 points, const Boundaries& boundaries, const Coefficients<T>& c,
                           const std::vector<T>& in) {
  std::vector<T> out(in.size());
  const int dimensions = boundaries.dimensions();
  const auto equal = [&](int i) {
    return c.rx[i] == c.ry[i] && (dimensions == 2 || c.ry[i] == c.rz[i]);
  };
  const bool one_weight = equal(0) && equal(1) && equal(2) && equal(3);
  Index here = 0;
  for (Index z = 0; z < points.z; ++z)
    for (Index y = 0; y < points.y; ++y)
      for (Index x = 0; x < points.x; ++x, ++here) {
        const Index3 p{x, y, z};
        out[here] = in[here];
        if (oracle_is_fixed(points, boundaries, p)) continue;
        T sum = c.c0 * in[here];
        for (int d = 1; d <= c.radius; ++d) {
          T pair[axes];
          for (int axis = 0; axis < dimensions; ++axis) {
            const T below = oracle_neighbour(points, boundaries, in, p, axis, -d);
            pair[axis] = below + oracle_neighbour(points, boundaries, in, p, axis, +d);
          }
          if (one_weight) {
            const T plane = pair[0] + pair[1];
            sum = std::fma(c.rx[d - 1], dimensions == 2 ? plane : plane + pair[2], sum);
          } else {
            sum = std::fma(c.rx[d - 1], pair[0], sum);
            sum = std::fma(c.ry[d - 1], pair[1], sum);
            if (dimensions == 3) sum = std::fma(c.rz[d - 1], pair[2], sum);
          }
        }
        out[here] = sum;
      }
  return out;
}

/// The field after `steps` steps.
template <class T>
std::vector<T> oracle_run(Index3 points, const Boundaries& boundaries, const Coefficients<T>& c,
                          std::vector<T> field, Index steps) {
  for (Index step = 0; step < steps; ++step) field = oracle_step(points, boundaries, c, field);
  return field;
}

/// The points of `box` of a whole-grid field, rows back to back.
template <class T>
std::vector<T> oracle_cut(Index3 points, const std::vector<T>& field, const Box& box) {
  std::vector<T> part;
  for (Index z = box.first.z; z < box.last.z; ++z)
    for (Index y = box.first.y; y < box.last.y; ++y)
      for (Index x = box.first.x; x < box.last.x; ++x)
        part.push_back(field[x + points.x * (y + points.y * z)]);
  return part;
}

}  // namespace ministencil::testing_support
