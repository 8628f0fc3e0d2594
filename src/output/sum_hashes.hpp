// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstdint>

#include "core/box.hpp"

namespace ministencil {

/// The hash of a field from the parts that the ranks have. Collective; throws an AgreedError if the
/// boxes do not add up to the field, whose hash would then mean nothing.
std::uint64_t sum_hashes(MPI_Comm communicator, std::uint64_t part, const Box& owned,
                         Index3 points);

}  // namespace ministencil
