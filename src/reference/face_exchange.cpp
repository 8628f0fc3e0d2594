// SPDX-License-Identifier: Apache-2.0
#include "reference/face_exchange.hpp"

#include <array>
#include <limits>
#include <string>
#include <utility>

#include "core/error.hpp"
#include "parallel/agreement.hpp"
#include "reference/face_shifts.hpp"
#include "reference/subdomain.hpp"

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
  const int rank = rank_of(communicator);
  const Index3 corner = layers_around(decomposition.domain());
  const Index3 stored = decomposition.owned(rank).extent() + corner + corner;
  for (const FaceShift& shift : face_shifts(decomposition, rank)) {
    shifts_.push_back({FaceType(stored, shift.sent.shifted(corner), element),
                       FaceType(stored, shift.received.shifted(corner), element), shift.to,
                       shift.from, shift.tag});
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
