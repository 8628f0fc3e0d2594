// SPDX-License-Identifier: Apache-2.0
/// Broken: the tile is read while others still fill it.
#include "stencil/kernel.hpp"

using namespace ministencil;

#include "star.hpp"

template <class T, class Update>
__global__ void missing_barrier(const T* in, T* out, Region region, Update update) {
  const Column c = column_of(region);
  const int pitch = static_cast<int>(blockDim.x) + 2;
  T* const here = dynamic_shared<T>() + (threadIdx.y + 1) * pitch + (threadIdx.x + 1);
  for (int z = c.z_first; z < c.z_last; ++z) {
    __syncthreads();
    fill_tile(here, pitch, in, region, c.x, c.y, z);
    if (!is_inside(region, c.x, c.y)) continue;
    const std::int64_t at = region.offset(c.x, c.y, z);
    if (region.is_fixed(c.x, c.y, z)) {
      out[at] = in[at];
    } else {
      out[at] = star_of_tile(here, pitch, in[at - region.plane], in[at + region.plane], update);
    }
  }
}

constexpr KernelDescription description{
    .summary = "for tests",
    .default_block = {32, 4},
    .has_barriers = true,
    .shared_bytes = plane_with_rim,
    .orders = {2},
};
