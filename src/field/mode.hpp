// SPDX-License-Identifier: Apache-2.0
/// The discrete modes of one axis: eigenvectors of the second difference under its conditions.
///
/// Between fixed faces sin(π m i / (N − 1)), m = 1 … N − 2. Periodic sin(2π m i / N), 1 <= m < N/2,
/// and the constant 1 for m = 0. Between insulated walls cos(π m (i + ½) / N), m = 0 … N − 1.
/// One face of each, fixed below: sin(π (m − ½) i / (N − ½)), m = 1 … N − 1; fixed above: its
/// mirror image.
#pragma once

#include <vector>

#include "core/box.hpp"
#include "stencil/boundary.hpp"

namespace ministencil {

/// Modes least … most exist; none where most < least.
struct ModeRange {
  Index least, most;
  constexpr bool holds(Index mode) const { return mode >= least && mode <= most; }
};
ModeRange mode_range(Index points, Boundary lower, Boundary upper);

/// Values at the axis' points. `mode` must be in mode_range().
std::vector<double> mode_table(Index points, Boundary lower, Boundary upper, int mode);

/// cos(d k h), where k h is the angle from one point to the next: the sum of a mode's neighbours at
/// `distance` d is 2 cos(d k h) times its value. `mode` must be in mode_range().
double mode_cosine(Index points, Boundary lower, Boundary upper, int mode, int distance = 1);

}  // namespace ministencil
