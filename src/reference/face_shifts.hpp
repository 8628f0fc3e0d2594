// SPDX-License-Identifier: Apache-2.0
/// Which faces the reference's exchange moves between which ranks. It shares nothing with the
/// solver's halo: neighbours are whoever owns the next global point.
#pragma once

#include <vector>

#include "core/box.hpp"
#include "decomposition/decomposition.hpp"

namespace ministencil {

/// A rank sends one face of its owned points and fills the halo at the opposite side.
struct FaceShift {
  Box sent, received;  // counted from the first point stored: the owned points begin at 1
  int to, from, tag;   // MPI_PROC_NULL beyond a wall
};

/// Two of each axis, one upwards and one downwards. A tag a direction: with one or two ranks on a
/// periodic axis both neighbours are the same.
std::vector<FaceShift> face_shifts(const Decomposition& decomposition, int rank);

}  // namespace ministencil
