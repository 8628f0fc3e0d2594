// SPDX-License-Identifier: Apache-2.0
/// A window of planes with their rims, three at order 2, lies in a rolling buffer of shared memory:
/// the plane that enters takes the slot of the one that leaves. Each is loaded once, `radius` steps
/// ahead of its use, and its rim when it is the current one: no value is requested more often than
/// by `rotated`. One barrier a plane is enough: at least one lies between the reading of a slot's
/// neighbours and its overwriting, and planes behind and ahead are read by the thread that wrote
/// them.
#include "stencil/kernel.hpp"

using namespace ministencil;

/// Stores the thread's point of all planes of the window but the last; plane z is the current one.
template <int radius, class T>
__device__ void fill_window(const T* source, const Region& region, int z, T** window) {
  MINISTENCIL_UNROLL
  for (int i = 0; i < 2 * radius; ++i) {
    const int plane = z + i - radius;
    T u = 0;
    if (plane >= region.readable_first.z && plane < region.readable_last.z) {
      u = source[(i - radius) * region.plane];
    }
    window[i][0] = u;
  }
}

/// The oldest plane's slot becomes that of the plane that enters.
template <int radius, class T>
__device__ void roll(T** window) {
  T* const oldest = window[0];
  MINISTENCIL_UNROLL
  for (int i = 0; i < 2 * radius; ++i) window[i] = window[i + 1];
  window[2 * radius] = oldest;
}

template <class T, class Update>
__global__ void rolling_planes(const T* __restrict__ in, T* __restrict__ out, Region region,
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
  const int west = max(x_load - radius, region.readable_first.x) - x_load;
  const int east = min(x + radius, region.readable_last.x - 1) - x_load;
  const std::int64_t south =
      (max(y_load - radius, region.readable_first.y) - y_load) * region.pitch;
  const std::int64_t north = (min(y + radius, region.readable_last.y - 1) - y_load) * region.pitch;

  // A rim of `radius` columns and rows on every side of each slot; its corners stay unread.
  const int tile_pitch = width + 2 * radius, tile_plane = tile_pitch * (height + 2 * radius);
  const bool writes = x < region.last.x && y < region.last.y;
  const bool is_fixed_column = region.is_fixed_column(x, y);
  const T* source = in + region.offset(x_load, y_load, z_first);
  T* target = out + region.offset(x, y, z_first);

  T* const first = dynamic_shared<T>() + (row + radius) * tile_pitch + (column + radius);
  T* window[2 * radius + 1];  // window[radius] is the slot of the current plane
  MINISTENCIL_UNROLL
  for (int i = 0; i <= 2 * radius; ++i) window[i] = first + i * tile_plane;
  fill_window<radius>(source, region, z_first, window);
  for (int z = z_first; z < z_last; ++z) {
    T next = 0;
    if (z + radius < region.readable_last.z) next = source[radius * region.plane];
    window[2 * radius][0] = next;
    T* const here = window[radius];
    if (is_low_rim<radius>(column)) here[-radius] = source[west];
    if (is_high_rim<radius>(column, width)) here[radius] = source[east];
    if (is_low_rim<radius>(row)) here[-radius * tile_pitch] = source[south];
    if (is_high_rim<radius>(row, height)) here[radius * tile_pitch] = source[north];
    __syncthreads();  // the current plane is complete

    if (writes) {
      if (is_fixed_column || region.is_fixed_plane(z)) {
        target[0] = here[0];
      } else {
        T sum = update.begin(here[0]);
        MINISTENCIL_UNROLL
        for (int d = 1; d <= radius; ++d) {
          sum = update.add(d, sum, here[-d], here[d], here[-d * tile_pitch], here[d * tile_pitch],
                           window[radius - d][0], window[radius + d][0]);
        }
        target[0] = sum;
      }
    }
    roll<radius>(window);
    source += region.plane;
    target += region.plane;
  }
}

constexpr std::size_t window_with_rims(BlockShape block, std::size_t element_bytes, int radius) {
  return static_cast<std::size_t>(2 * radius + 1) * plane_with_rim(block, element_bytes, radius);
}

constexpr KernelDescription description{
    .summary = "a window of planes with their rims in a rolling buffer of shared memory",
    .default_block = {32, 16},
    .has_barriers = true,
    .shared_bytes = window_with_rims,
    .thread_a_rim_layer = true,
    .orders = {2, 4, 6},  // at 8, the default block in float64 needs more than 48 KiB
};
