// SPDX-License-Identifier: Apache-2.0
/// A rank's part of the grid as the reference stores it, whatever memory it lies in.
#pragma once

#include <string>
#include <vector>

#include "core/box.hpp"
#include "core/error.hpp"
#include "decomposition/decomposition.hpp"

namespace ministencil {

/// Owned points with one layer around them, rows back to back.
struct Placement {
  Index3 owned;

  Index pitch() const { return owned.x + 2; }
  Index plane() const { return pitch() * (owned.y + 2); }
  Index elements() const { return plane() * (owned.z + 2); }
  /// Element of the owned point (x, y, z).
  Index at(Index x, Index y, Index z) const {
    return (x + 1) + (y + 1) * pitch() + (z + 1) * plane();
  }
};

struct Subdomain {
  Domain domain;
  Box owned;   // global coordinates
  Box moving;  // the owned points that no fixed face of the domain holds, local coordinates
  Placement placement;

  /// Counts the grid's points, x fastest, up to the owned point (x, y, z).
  Index global_index(Index x, Index y, Index z) const {
    return owned.first.x + x +
           domain.points.x * (owned.first.y + y + domain.points.y * (owned.first.z + z));
  }
};

Subdomain subdomain_of(const Decomposition& decomposition, int rank);

/// A face of the domain that is insulated: the points beyond it mirror those inside.
struct Wall {
  Index inside, outside;  // elements of a field: the first point of either layer
  Index width, rows;      // points of the layer along the axes across
  Index step, row_step;   // elements from one to the next
  Index points() const { return width * rows; }
};
/// Those that a rank touches.
std::vector<Wall> insulated_walls(const Subdomain& part);

/// What to throw when a field of `bytes` cannot be allocated in `memory` ("host", "device").
MachineError short_of_memory(const std::string& memory, Index bytes);

}  // namespace ministencil
