// SPDX-License-Identifier: Apache-2.0
/// Broken: stores one element beyond a static tile.
#include "stencil/kernel.hpp"

using namespace ministencil;

#include "star.hpp"

template <class T, class Update>
__global__ void out_of_bounds_tile(const T* in, T* out, Region region, Update update) {
  const Column c = column_of(region);
  __shared__ T tile[128];
  const int thread = static_cast<int>(threadIdx.y * blockDim.x + threadIdx.x);
  for (int z = c.z_first; z < c.z_last; ++z) {
    const std::int64_t at = region.offset(c.x, c.y, z);
    if (is_inside(region, c.x, c.y)) tile[thread + 1] = in[at];
    __syncthreads();
    if (!is_inside(region, c.x, c.y)) continue;
    out[at] = region.is_fixed(c.x, c.y, z) ? tile[thread + 1] : star(in + at, region, update);
  }
}

constexpr KernelDescription description{
    .summary = "for tests",
    .default_block = {32, 4},
    .has_barriers = true,
    .orders = {2},
};
