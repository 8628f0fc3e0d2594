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

/// Linear index of the point `step` (-1 or 1) beyond `p` along `axis`.
inline Index oracle_neighbour(Index3 points, const Boundaries& boundaries, Index3 p, int axis,
                              int step) {
  const Index n = points[axis];
  Index at = p[axis] + step;
  if (boundaries.face[axis][0] == Boundary::periodic) at = (at + n) % n;
  if (at < 0) at = 0;  // insulated: the mirror image of point -1 is point 0
  if (at > n - 1) at = n - 1;
  p[axis] = at;
  return p.x + points.x * (p.y + points.y * p.z);
}

/// The field after one step of `in`, which holds the whole grid, x fastest.
template <class T>
std::vector<T> oracle_step(Index3 points, const Boundaries& boundaries, const Coefficients<T>& c,
                           const std::vector<T>& in) {
  std::vector<T> out(in.size());
  Index here = 0;
  for (Index z = 0; z < points.z; ++z)
    for (Index y = 0; y < points.y; ++y)
      for (Index x = 0; x < points.x; ++x, ++here) {
        const Index3 p{x, y, z};
        const T u = in[here];
        if (oracle_is_fixed(points, boundaries, p)) {
          out[here] = u;
          continue;
        }
        T sum[axes];
        for (int axis = 0; axis < axes; ++axis) {
          const T below = in[oracle_neighbour(points, boundaries, p, axis, -1)];
          sum[axis] = below + in[oracle_neighbour(points, boundaries, p, axis, +1)];
        }
        if (c.rx == c.ry && c.ry == c.rz) {
          const T six = (sum[0] + sum[1]) + sum[2];
          out[here] = std::fma(c.rx, six, c.c0 * u);
        } else {
          const T with_x = std::fma(c.rx, sum[0], c.c0 * u);
          const T with_y = std::fma(c.ry, sum[1], with_x);
          out[here] = std::fma(c.rz, sum[2], with_y);
        }
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
