// SPDX-License-Identifier: Apache-2.0
/// A block walks its chunk of planes with the current plane and its rim in shared memory.
/// In-plane neighbours come from the tile; depth neighbours still from global memory, so each plane
/// is requested three times, at radius R 2R + 1 times. Two barriers a plane: one before the tile is
/// overwritten, one before it is read.
#include "stencil/kernel.hpp"

using namespace ministencil;

template <class T, class Update>
__global__ void shared_plane(const T* __restrict__ in, T* __restrict__ out, Region region,
                             Update update) {
  constexpr int radius = Update::radius;
  const int width = static_cast<int>(blockDim.x), height = static_cast<int>(blockDim.y);
  const int column = static_cast<int>(threadIdx.x), row = static_cast<int>(threadIdx.y);
  const int x = region.first.x + static_cast<int>(blockIdx.x) * width + column;
  const int y = region.first.y + static_cast<int>(blockIdx.y) * height + row;
  const int z_first = region.first.z + static_cast<int>(blockIdx.z) * region.chunk;
  const int z_last = min(z_first + region.chunk, region.last.z);
  if (z_first >= z_last) return;  // the whole block: the last chunks of a short region are empty

  // Threads beyond the region still load, clamped to what holds values: they fill the rim.
  const int x_load = min(x, region.readable_last.x - 1);
  const int y_load = min(y, region.readable_last.y - 1);
  // From the loaded point to the rim's, which may be clamped to the point itself.
  const int west = max(x_load - radius, region.readable_first.x) - x_load;
  const int east = min(x + radius, region.readable_last.x - 1) - x_load;
  const std::int64_t south =
      (max(y_load - radius, region.readable_first.y) - y_load) * region.pitch;
  const std::int64_t north = (min(y + radius, region.readable_last.y - 1) - y_load) * region.pitch;

  // A rim of `radius` columns and rows on every side; its corners stay unread.
  const int tile_pitch = width + 2 * radius;
  T* const here = dynamic_shared<T>() + (row + radius) * tile_pitch + (column + radius);
  const bool writes = x < region.last.x && y < region.last.y;
  const bool is_fixed_column = region.is_fixed_column(x, y);
  const T* source = in + region.offset(x_load, y_load, z_first);
  // The thread's own point: the same as source where it writes, but to the compiler another
  // address, so that it does not keep depth neighbours in registers. That is what `rotated` is for.
  const T* own = in + region.offset(x, y, z_first);
  T* target = out + region.offset(x, y, z_first);

  for (int z = z_first; z < z_last; ++z) {
    __syncthreads();  // the previous plane has been read
    here[0] = source[0];
    if (is_low_rim<radius>(column)) here[-radius] = source[west];
    if (is_high_rim<radius>(column, width)) here[radius] = source[east];
    if (is_low_rim<radius>(row)) here[-radius * tile_pitch] = source[south];
    if (is_high_rim<radius>(row, height)) here[radius * tile_pitch] = source[north];
    __syncthreads();  // the tile is complete

    if (writes) {
      if (is_fixed_column || region.is_fixed_plane(z)) {
        target[0] = here[0];
      } else {
        T sum = update.begin(here[0]);
        MINISTENCIL_UNROLL
        for (int d = 1; d <= radius; ++d) {
          sum = update.add(d, sum, here[-d], here[d], here[-d * tile_pitch], here[d * tile_pitch],
                           own[-d * region.plane], own[d * region.plane]);
        }
        target[0] = sum;
      }
    }
    source += region.plane;
    own += region.plane;
    target += region.plane;
  }
}

constexpr KernelDescription description{
    .summary = "current plane and rim in shared memory, depth neighbours from global memory",
    .default_block = {32, 16},
    .has_barriers = true,
    .shared_bytes = plane_with_rim,
    .thread_a_rim_layer = true,
};
