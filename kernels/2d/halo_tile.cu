// SPDX-License-Identifier: Apache-2.0
/// A block's points and their rim lie in shared memory; each is loaded once by the block, so that
/// only rims are requested twice. One barrier, as nothing is overwritten.
#include "stencil/kernel.hpp"

using namespace ministencil;

template <class T, class Update>
__global__ void halo_tile(const T* __restrict__ in, T* __restrict__ out, Region region,
                          Update update) {
  constexpr int radius = Update::radius;
  const int width = static_cast<int>(blockDim.x), height = static_cast<int>(blockDim.y);
  const int column = static_cast<int>(threadIdx.x), row = static_cast<int>(threadIdx.y);
  const int x = region.first.x + static_cast<int>(blockIdx.x) * width + column;
  const int y = region.first.y + static_cast<int>(blockIdx.y) * height + row;

  // Threads beyond the region still load, clamped to what holds values: they fill the rim.
  const int x_load = min(x, region.readable_last.x - 1);
  const int y_load = min(y, region.readable_last.y - 1);
  const int west = max(x_load - radius, region.readable_first.x) - x_load;
  const int east = min(x + radius, region.readable_last.x - 1) - x_load;
  const std::int64_t south =
      (max(y_load - radius, region.readable_first.y) - y_load) * region.pitch;
  const std::int64_t north = (min(y + radius, region.readable_last.y - 1) - y_load) * region.pitch;
  const T* const source = in + region.offset(x_load, y_load);

  // A rim of `radius` columns and rows on every side; its corners stay unread.
  const int tile_pitch = width + 2 * radius;
  T* const here = dynamic_shared<T>() + (row + radius) * tile_pitch + (column + radius);
  here[0] = source[0];
  if (is_low_rim<radius>(column)) here[-radius] = source[west];
  if (is_high_rim<radius>(column, width)) here[radius] = source[east];
  if (is_low_rim<radius>(row)) here[-radius * tile_pitch] = source[south];
  if (is_high_rim<radius>(row, height)) here[radius * tile_pitch] = source[north];
  __syncthreads();

  if (x >= region.last.x || y >= region.last.y) return;
  T* const target = out + region.offset(x, y);
  if (region.is_fixed(x, y)) {
    target[0] = here[0];
    return;
  }
  T sum = update.begin(here[0]);
  MINISTENCIL_UNROLL
  for (int d = 1; d <= radius; ++d) {
    sum = update.add(d, sum, here[-d], here[d], here[-d * tile_pitch], here[d * tile_pitch]);
  }
  target[0] = sum;
}

constexpr KernelDescription description{
    .summary = "a block's points and their rim in shared memory",
    .dimensions = 2,
    .default_block = {32, 8},
    .marches = false,
    .has_barriers = true,
    .shared_bytes = plane_with_rim,
    .thread_a_rim_layer = true,
};
