// SPDX-License-Identifier: Apache-2.0
#include "reference/face_shifts.hpp"

#include <mpi.h>

namespace ministencil {

namespace {

/// The rank that owns the point one step from `from` along `axis`; none beyond a wall.
int owner_beyond(const Decomposition& decomposition, Index3 from, int axis, int step) {
  const Domain& domain = decomposition.domain();
  const Index points = domain.points[axis];
  from[axis] += step;
  if (domain.boundaries.periodic(axis)) from[axis] = (from[axis] + points) % points;
  for (int rank = 0; rank < decomposition.size(); ++rank) {
    if (decomposition.owned(rank).contains(from)) return rank;
  }
  return MPI_PROC_NULL;
}

/// The `width` layers from coordinate `at` along `axis`, as wide as the owned points elsewhere.
Box layers(Index3 owned, int axis, Index at, Index width) {
  Box box{{0, 0, 0}, owned};
  box.first[axis] = at;
  box.last[axis] = at + width;
  return box;
}

}  // namespace

std::vector<FaceShift> face_shifts(const Decomposition& decomposition, int rank) {
  const Box owned = decomposition.owned(rank);
  const Index3 extent = owned.extent();
  const Index radius = decomposition.domain().radius;
  std::vector<FaceShift> shifts;
  for (int axis = 0; axis < decomposition.domain().dimensions(); ++axis) {
    const int below = owner_beyond(decomposition, owned.first, axis, -1);
    const int above = owner_beyond(decomposition, owned.last - Index3{1, 1, 1}, axis, +1);
    const Index end = extent[axis];
    const auto face = [&](Index at) { return layers(extent, axis, at, radius); };
    shifts.push_back({face(end - radius), face(-radius), above, below, 2 * axis});
    shifts.push_back({face(0), face(end), below, above, 2 * axis + 1});
  }
  return shifts;
}

}  // namespace ministencil
