// SPDX-License-Identifier: Apache-2.0
/// Boundary conditions of the domain's faces: six, or the four of a 2D grid.
#pragma once

#include <array>
#include <string_view>

#include "core/box.hpp"

namespace ministencil {

/// fixed: the face's points keep their initial values, and win at shared edges.
/// periodic: the axis wraps after N points; holds for both faces of an axis.
/// insulated: the wall lies half a cell outside the last point, u[-1-k] = u[k]: no heat flows.
/// absent: a 2D grid has no such axis. It is stored as one layer, and nothing lies beyond it.
enum class Boundary { fixed, periodic, insulated, absent };

constexpr std::string_view name_of(Boundary boundary) {
  return boundary == Boundary::fixed       ? "fixed"
         : boundary == Boundary::periodic  ? "periodic"
         : boundary == Boundary::insulated ? "insulated"
                                           : "absent";
}

/// One condition a face, as [axis][side].
struct Boundaries {
  std::array<std::array<Boundary, 2>, axes> face{};  // all fixed

  constexpr Boundary at(int axis, Side side) const { return face[axis][static_cast<int>(side)]; }
  constexpr bool periodic(int axis) const { return face[axis][0] == Boundary::periodic; }
  constexpr bool absent(int axis) const { return face[axis][0] == Boundary::absent; }
  /// Axes that there are: 3, or 2 where z is absent.
  constexpr int dimensions() const { return absent(2) ? 2 : 3; }
  constexpr bool operator==(const Boundaries&) const = default;
};

constexpr Boundaries all_faces(Boundary boundary) {
  Boundaries boundaries;
  for (auto& axis : boundaries.face) axis = {boundary, boundary};
  return boundaries;
}

/// The same of a 2D grid.
constexpr Boundaries without_z(Boundaries boundaries) {
  boundaries.face[2] = {Boundary::absent, Boundary::absent};
  return boundaries;
}

}  // namespace ministencil
