// SPDX-License-Identifier: Apache-2.0
/// Which faces the reference's exchange moves between which ranks. It shares nothing with the
/// solver's halo: neighbours are whoever owns the next global point.
#pragma once

#include <vector>

#include "core/box.hpp"
#include "decomposition/decomposition.hpp"

namespace ministencil {

/// A rank sends the layers at one face of its owned points, as many as the domain's radius, and
/// fills the halo at the opposite side.
struct FaceShift {
  Box sent, received;  // counted from the first owned point: the halo below has negative places
  int to, from, tag;   // MPI_PROC_NULL beyond a wall
};

/// Two of each axis that the domain has, one upwards and one downwards. A tag a direction: with one
/// or two ranks on a periodic axis both neighbours are the same.
std::vector<FaceShift> face_shifts(const Decomposition& decomposition, int rank);

}  // namespace ministencil
