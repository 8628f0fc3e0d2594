// SPDX-License-Identifier: Apache-2.0
/// The 2.5D variant: a window of the planes behind, here and ahead rotates through registers, the
/// current plane and its rim lie in shared memory. Each plane is loaded once by the block, `radius`
/// steps ahead of its use, so that only the rim is requested twice. Registers are the optimisation:
/// capping them undoes it. The tile is filled from the current register. Two barriers a plane: one
/// before the tile is overwritten, one before it is read.
#include "stencil/kernel.hpp"

using namespace ministencil;

/// All of the window but its last plane, for the column at `source` on plane z. What is not
/// readable is no neighbour of a point to update.
template <int radius, class T>
__device__ void fill_window(const T* source, const Region& region, int z, T* window) {
  MINISTENCIL_UNROLL
  for (int i = 0; i < radius; ++i) {
    window[i] = 0;
    if (z - (radius - i) >= region.readable_first.z) {
      window[i] = source[-(radius - i) * region.plane];
    }
  }
  window[radius] = source[0];
  MINISTENCIL_UNROLL
  for (int i = radius + 1; i < 2 * radius; ++i) {
    window[i] = 0;
    if (z + (i - radius) < region.readable_last.z) {
      window[i] = source[(i - radius) * region.plane];
    }
  }
}

template <class T, class Update>
__global__ void rotated(const T* __restrict__ in, T* __restrict__ out, Region region,
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
  T* target = out + region.offset(x, y, z_first);

  T window[2 * radius + 1];  // window[radius] is the current plane
  fill_window<radius>(source, region, z_first, window);
  for (int z = z_first; z < z_last; ++z) {
    window[2 * radius] = 0;
    if (z + radius < region.readable_last.z) window[2 * radius] = source[radius * region.plane];
    __syncthreads();  // the previous plane has been read
    here[0] = window[radius];
    if (is_low_rim<radius>(column)) here[-radius] = source[west];
    if (is_high_rim<radius>(column, width)) here[radius] = source[east];
    if (is_low_rim<radius>(row)) here[-radius * tile_pitch] = source[south];
    if (is_high_rim<radius>(row, height)) here[radius * tile_pitch] = source[north];
    __syncthreads();  // the tile is complete

    if (writes) {
      if (is_fixed_column || region.is_fixed_plane(z)) {
        target[0] = window[radius];
      } else {
        T sum = update.begin(window[radius]);
        MINISTENCIL_UNROLL
        for (int d = 1; d <= radius; ++d) {
          sum = update.add(d, sum, here[-d], here[d], here[-d * tile_pitch], here[d * tile_pitch],
                           window[radius - d], window[radius + d]);
        }
        target[0] = sum;
      }
    }
    MINISTENCIL_UNROLL
    for (int i = 0; i < 2 * radius; ++i) window[i] = window[i + 1];
    source += region.plane;
    target += region.plane;
  }
}

constexpr KernelDescription description{
    .summary = "2.5D: planes behind, here and ahead in registers, current plane in shared memory",
    .default_block = {32, 16},
    .has_barriers = true,
    .shared_bytes = plane_with_rim,
    .thread_a_rim_layer = true,
};
