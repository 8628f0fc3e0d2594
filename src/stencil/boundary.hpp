// SPDX-License-Identifier: Apache-2.0
/// Boundary conditions of the domain's six faces.
#pragma once

#include <array>
#include <string_view>

#include "core/box.hpp"

namespace ministencil {

/// fixed: the face's points keep their initial values, and win at shared edges.
/// periodic: the axis wraps after N points; holds for both faces of an axis.
/// insulated: the wall lies half a cell outside the last point, u[-1-k] = u[k]: no heat flows.
enum class Boundary { fixed, periodic, insulated };

constexpr std::string_view name_of(Boundary boundary) {
  return boundary == Boundary::fixed      ? "fixed"
         : boundary == Boundary::periodic ? "periodic"
                                          : "insulated";
}

/// One condition a face, as [axis][side].
struct Boundaries {
  std::array<std::array<Boundary, 2>, axes> face{};  // all fixed

  constexpr Boundary at(int axis, Side side) const { return face[axis][static_cast<int>(side)]; }
  constexpr bool periodic(int axis) const { return face[axis][0] == Boundary::periodic; }
  constexpr bool operator==(const Boundaries&) const = default;
};

constexpr Boundaries all_faces(Boundary boundary) {
  Boundaries boundaries;
  for (auto& axis : boundaries.face) axis = {boundary, boundary};
  return boundaries;
}

}  // namespace ministencil
