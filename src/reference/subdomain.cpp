// SPDX-License-Identifier: Apache-2.0
#include "reference/subdomain.hpp"

namespace ministencil {

namespace {

Box moving_points(const Domain& domain, const Box& owned) {
  Box moving{{0, 0, 0}, domain.points};
  for (int axis = 0; axis < axes; ++axis) {
    if (domain.boundaries.at(axis, Side::lower) == Boundary::fixed) moving.first[axis] += 1;
    if (domain.boundaries.at(axis, Side::upper) == Boundary::fixed) moving.last[axis] -= 1;
  }
  return moving.shifted(Index3{} - owned.first);
}

Wall wall_at(const Placement& placement, int axis, Side side, Boundary boundary) {
  const Index3 stride{1, placement.pitch(), placement.plane()};
  const int across = axis == 0 ? 1 : 0, along = axis == 2 ? 1 : 2;
  const bool below = side == Side::lower, odd = boundary == Boundary::fixed;
  return {.odd = odd,
          .edge = placement.at(0, 0, 0) + (below ? 0 : placement.owned[axis] - 1) * stride[axis],
          .inwards = below ? stride[axis] : -stride[axis],
          .layers = placement.around[axis] - (odd ? 1 : 0),
          .width = placement.owned[across],
          .rows = placement.owned[along],
          .step = stride[across],
          .row_step = stride[along]};
}

}  // namespace

Index3 layers_around(const Domain& domain) {
  const Index radius = domain.radius;
  return {radius, radius, domain.dimensions() == 3 ? radius : 0};
}

Subdomain subdomain_of(const Decomposition& decomposition, int rank) {
  const Domain& domain = decomposition.domain();
  const Box owned = decomposition.owned(rank);
  return {domain, owned, moving_points(domain, owned), {owned.extent(), layers_around(domain)}};
}

std::vector<Wall> walls_of(const Subdomain& part) {
  std::vector<Wall> walls;
  for (int axis = 0; axis < part.domain.dimensions(); ++axis) {
    for (const Side side : sides) {
      const bool touches = side == Side::lower ? part.owned.first[axis] == 0
                                               : part.owned.last[axis] == part.domain.points[axis];
      const Boundary boundary = part.domain.boundaries.at(axis, side);
      if (!touches || boundary == Boundary::periodic) continue;
      walls.push_back(wall_at(part.placement, axis, side, boundary));
    }
  }
  return walls;
}

MachineError short_of_memory(const std::string& memory, Index bytes) {
  return MachineError("check.reference: no " + memory + " memory for a field of " +
                      std::to_string(bytes) +
                      " bytes, of which the reference needs two; use more ranks or "
                      "check.reference: none");
}

}  // namespace ministencil
