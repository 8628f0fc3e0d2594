// SPDX-License-Identifier: Apache-2.0
/// Every thread loads all values of every point from global memory: 7 at order 2, 25 at order 8.
/// Simple, and a good match for caches: the in-plane neighbours of a warp are mostly the same
/// sectors, but each is requested again for every neighbour.
/// Without __restrict__ on purpose: with it the compiler unrolls the march and keeps planes in
/// registers, which is no longer what this variant is there to show.
#include "stencil/kernel.hpp"

using namespace ministencil;

template <class T, class Update>
__global__ void naive(const T* in, T* out, Region region, Update update) {
  const int x = region.first.x + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = region.first.y + static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  const int z_first = region.first.z + static_cast<int>(blockIdx.z) * region.chunk;
  const int z_last = min(z_first + region.chunk, region.last.z);

  for (int z = z_first; z < z_last; ++z) {
    if (x < region.last.x && y < region.last.y) {
      const std::int64_t at = region.offset(x, y, z);
      const T u = in[at];
      if (region.is_fixed(x, y, z)) {
        out[at] = u;
      } else {
        T sum = update.begin(u);
        MINISTENCIL_UNROLL
        for (int d = 1; d <= Update::radius; ++d) {
          const std::int64_t rows = d * region.pitch, planes = d * region.plane;
          sum = update.add(d, sum, in[at - d], in[at + d], in[at - rows], in[at + rows],
                           in[at - planes], in[at + planes]);
        }
        out[at] = sum;
      }
    }
  }
}

constexpr KernelDescription description{
    .summary = "a thread a column, a global load for every point of the star",
    .default_block = {32, 16},
};
