// SPDX-License-Identifier: Apache-2.0
#include "reference/face_exchange.hpp"

#include <array>
#include <limits>
#include <string>
#include <utility>

#include "core/error.hpp"
#include "parallel/agreement.hpp"

namespace ministencil {

namespace {

int to_int(Index count) {
  if (count > std::numeric_limits<int>::max()) {
    throw InputError(
        "check.reference: a rank's share of " + std::to_string(count) +
        " points along an axis exceeds what MPI can describe; use more ranks along it");
  }
  return static_cast<int>(count);
}

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

FaceType::FaceType(Index3 stored, const Box& face, MPI_Datatype element) {
  std::array<int, axes> sizes{}, extents{}, starts{};
  for (int axis = 0; axis < axes; ++axis) {
    sizes[axis] = to_int(stored[axis]);
    extents[axis] = to_int(face.extent()[axis]);
    starts[axis] = to_int(face.first[axis]);
  }
  MPI_Type_create_subarray(axes, sizes.data(), extents.data(), starts.data(), MPI_ORDER_FORTRAN,
                           element, &type_);
  MPI_Type_commit(&type_);
}

FaceType::FaceType(FaceType&& other) noexcept
    : type_(std::exchange(other.type_, MPI_DATATYPE_NULL)) {}

FaceType::~FaceType() {
  if (type_ != MPI_DATATYPE_NULL) MPI_Type_free(&type_);
}

FaceExchange::FaceExchange(MPI_Comm communicator, const Decomposition& decomposition,
                           MPI_Datatype element)
    : communicator_(communicator) {
  const Box owned = decomposition.owned(rank_of(communicator));
  const Index3 extent = owned.extent();
  const Index3 stored = extent + Index3{2, 2, 2};
  for (int axis = 0; axis < axes; ++axis) {
    const int below = owner_beyond(decomposition, owned.first, axis, -1);
    const int above = owner_beyond(decomposition, owned.last - Index3{1, 1, 1}, axis, +1);
    const Index last = extent[axis];  // the owned points are 1 … last
    const auto face = [&](Index at) { return FaceType(stored, layer(extent, axis, at), element); };
    // A tag a direction: with one or two ranks on a periodic axis both neighbours are the same.
    shifts_.push_back({face(last), face(0), above, below, 2 * axis});
    shifts_.push_back({face(1), face(last + 1), below, above, 2 * axis + 1});
  }
}

void FaceExchange::run(void* field) const {
  for (const Shift& shift : shifts_) {
    // One array is sent from and received into; the two faces have no element in common.
    MPI_Sendrecv(field, 1, shift.sent.get(), shift.to, shift.tag, field, 1, shift.received.get(),
                 shift.from, shift.tag, communicator_, MPI_STATUS_IGNORE);
  }
}

}  // namespace ministencil
