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

/// The layer at coordinate `at` along `axis`, as wide as the owned points elsewhere; counted from
/// the first point stored.
Box layer(Index3 owned, int axis, Index at) {
  Box box{{1, 1, 1}, owned + Index3{1, 1, 1}};
  box.first[axis] = at;
  box.last[axis] = at + 1;
  return box;
}

}  // namespace

std::vector<FaceShift> face_shifts(const Decomposition& decomposition, int rank) {
  const Box owned = decomposition.owned(rank);
  const Index3 extent = owned.extent();
  std::vector<FaceShift> shifts;
  for (int axis = 0; axis < axes; ++axis) {
    const int below = owner_beyond(decomposition, owned.first, axis, -1);
    const int above = owner_beyond(decomposition, owned.last - Index3{1, 1, 1}, axis, +1);
    const Index last = extent[axis];  // the owned points are 1 … last
    const auto face = [&](Index at) { return layer(extent, axis, at); };
    shifts.push_back({face(last), face(0), above, below, 2 * axis});
    shifts.push_back({face(1), face(last + 1), below, above, 2 * axis + 1});
  }
  return shifts;
}

}  // namespace ministencil
