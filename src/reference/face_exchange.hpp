// SPDX-License-Identifier: Apache-2.0
/// The reference's own exchange of faces in host memory, by a path that shares nothing with the
/// solver's halo: MPI describes and copies the faces in place.
#pragma once

#include <mpi.h>

#include <vector>

#include "core/box.hpp"
#include "decomposition/decomposition.hpp"

namespace ministencil {

/// Owner of an MPI datatype.
class FaceType {
 public:
  /// `face` within an array of `stored` points, x fastest.
  FaceType(Index3 stored, const Box& face, MPI_Datatype element);
  ~FaceType();
  FaceType(FaceType&& other) noexcept;
  FaceType& operator=(FaceType&&) = delete;
  MPI_Datatype get() const { return type_; }

 private:
  MPI_Datatype type_;
};

/// Fills the halo, as many layers as the domain's radius, around a rank's points along inner cuts
/// and periodic axes; fixed and insulated faces of the domain are left alone, and so are the halo's
/// edges and corners.
class FaceExchange {
 public:
  /// A field has as many layers more than the owned points on every side, rows back to back.
  /// `communicator` has a rank for each of the decomposition's and outlives this.
  FaceExchange(MPI_Comm communicator, const Decomposition& decomposition, MPI_Datatype element);

  /// Collective. `field` points at the first element stored. Returns when the halo is filled.
  void run(void* field) const;

 private:
  struct Shift {
    FaceType sent, received;
    int to, from, tag;
  };
  MPI_Comm communicator_;
  std::vector<Shift> shifts_;
};

}  // namespace ministencil
