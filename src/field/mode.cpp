// SPDX-License-Identifier: Apache-2.0
#include "field/mode.hpp"

#include <algorithm>
#include <numbers>

#include "field/elementary.hpp"
#include "field/initial.hpp"

namespace ministencil {

namespace {

/// The value at point i is sin(2π · (start + i · stride) / turn): integers, so that it is exact.
struct Phase {
  Index start, stride, turn;
};

Phase phase_of(Index points, Boundary lower, Boundary upper, Index mode) {
  if (lower == Boundary::periodic) {
    return mode == 0 ? Phase{1, 0, 4} : Phase{0, mode, points};
  }
  if (lower != upper) return {0, 2 * mode - 1, 2 * (2 * points - 1)};
  if (lower == Boundary::fixed) return {0, mode, 2 * (points - 1)};
  return {points + mode, 2 * mode, 4 * points};  // a quarter turn ahead: the cosine
}

}  // namespace

ModeRange mode_range(Index points, Boundary lower, Boundary upper) {
  if (lower == Boundary::periodic) return {0, (points - 1) / 2};
  if (lower != upper) return {1, points - 1};
  if (lower == Boundary::fixed) return {1, points - 2};
  return {0, points - 1};
}

std::vector<double> mode_table(Index points, Boundary lower, Boundary upper, int mode) {
  const Phase phase = phase_of(points, lower, upper, mode);
  std::vector<double> table;
  table.reserve(static_cast<std::size_t>(points));
  Index at = phase.start % phase.turn;
  for (Index i = 0; i < points; ++i, at = (at + phase.stride) % phase.turn) {
    table.push_back(sine_of_turn(at, phase.turn));
  }
  const bool fixed_above = lower == Boundary::insulated && upper == Boundary::fixed;
  if (fixed_above) std::reverse(table.begin(), table.end());
  return table;
}

double mode_cosine(Index points, Boundary lower, Boundary upper, int mode, int distance) {
  const Phase phase = phase_of(points, lower, upper, mode);
  const Index turns = 4 * distance * phase.stride;
  return sine_of_turn((turns + phase.turn) % (4 * phase.turn), 4 * phase.turn);
}

double mode_angle(Index points, Boundary lower, Boundary upper, int mode) {
  const Phase phase = phase_of(points, lower, upper, mode);
  return 2.0 * std::numbers::pi *
         (static_cast<double>(phase.stride) / static_cast<double>(phase.turn));
}

}  // namespace ministencil
