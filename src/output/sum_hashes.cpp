// SPDX-License-Identifier: Apache-2.0
#include "output/sum_hashes.hpp"

#include <array>
#include <stdexcept>
#include <string>

#include "parallel/agreement.hpp"

namespace ministencil {

std::uint64_t sum_hashes(MPI_Comm communicator, std::uint64_t part, const Box& owned,
                         Index3 points) {
  std::array<std::uint64_t, 2> sums{part, static_cast<std::uint64_t>(owned.points())};
  MPI_Allreduce(MPI_IN_PLACE, sums.data(), 2, MPI_UINT64_T, MPI_SUM, communicator);
  collectively(communicator, [&] {
    if (sums[1] == static_cast<std::uint64_t>(points.product())) return;
    throw std::logic_error("the ranks hold " + std::to_string(sums[1]) + " points of a field of " +
                           std::to_string(points.product()));
  });
  return sums[0];
}

}  // namespace ministencil
