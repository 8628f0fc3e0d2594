// SPDX-License-Identifier: Apache-2.0
/// Fields of small integers and weights of eighths: every order of additions gives the same bits,
/// so a correct kernel is right to the last one whatever its formula looks like.
#pragma once

#include "core/box.hpp"
#include "sectors/count_task.hpp"
#include "stencil/coefficients.hpp"

namespace ministencil {

/// 0 to 255, as good as independent from point to point.
int random_byte(const Index3& point);
/// The same between −128 and 127: kernels that take a sign for granted are wrong.
inline int small_integer(const Index3& point) { return random_byte(point) - 128; }

/// Weights in eighths. Order 2 with equal weights has r = 1/8, as plain kernels do; in 2D, too.
struct Eighths {
  int centre;
  int x[largest_radius]{}, y[largest_radius]{}, z[largest_radius]{};
  int radius, dimensions;
};
Eighths eighths_of(int dimensions, int radius, Weights weights);

template <class T>
Coefficients<T> coefficients_of(const Eighths& eighths);

}  // namespace ministencil
