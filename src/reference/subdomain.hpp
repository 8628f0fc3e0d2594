// SPDX-License-Identifier: Apache-2.0
/// A rank's part of the grid as the reference stores it, whatever memory it lies in.
#pragma once

#include <string>
#include <vector>

#include "core/box.hpp"
#include "core/error.hpp"
#include "decomposition/decomposition.hpp"

namespace ministencil {

/// Owned points with `around` layers around them, rows back to back.
struct Placement {
  Index3 owned;
  Index3 around;  // along each axis

  Index3 stored() const { return owned + around + around; }
  Index pitch() const { return stored().x; }
  Index plane() const { return pitch() * stored().y; }
  Index elements() const { return plane() * stored().z; }
  /// Element of the owned point (x, y, z).
  Index at(Index x, Index y, Index z) const {
    return (x + around.x) + (y + around.y) * pitch() + (z + around.z) * plane();
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

/// As many layers as the domain's radius; none along the z axis that a 2D domain lacks.
Index3 layers_around(const Domain& domain);

Subdomain subdomain_of(const Decomposition& decomposition, int rank);

/// A face of the domain beyond which points follow from those inside. Insulated: they mirror them
/// about a wall half a spacing outside. Fixed: they continue the field as an odd function about the
/// face's points, whose values stay; of these layers a stencil reaches one less than its radius.
struct Wall {
  bool odd;              // about the face's points, or even about the wall
  Index edge;            // element of a field: the first point of the outermost owned layer
  Index inwards;         // elements from a layer to the next
  Index layers;          // beyond the wall
  Index width, rows;     // points of a layer along the axes across
  Index step, row_step;  // elements from one to the next
  Index points() const { return width * rows * layers; }
};
/// Those that a rank touches.
std::vector<Wall> walls_of(const Subdomain& part);

/// What to throw when a field of `bytes` cannot be allocated in `memory` ("host", "device").
MachineError short_of_memory(const std::string& memory, Index bytes);

}  // namespace ministencil
