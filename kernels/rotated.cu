// SPDX-License-Identifier: Apache-2.0
/// The 2.5D variant: behind, current and ahead rotate through registers, the current plane and its
/// rim lie in shared memory. Each plane is loaded once by the block, one step ahead of its use, so
/// that only the rim is requested twice. Registers are the optimisation: capping them undoes it.
/// The tile is filled from the current register. Two barriers a plane: one before the tile is
/// overwritten, one before it is read.
#include "stencil/kernel.hpp"

using namespace ministencil;

template <class T, class Update>
__global__ void rotated(const T* __restrict__ in, T* __restrict__ out, Region region,
                        Update update) {
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
  const int west = max(x_load - 1, region.readable_first.x) - x_load;
  const int east = min(x + 1, region.readable_last.x - 1) - x_load;
  const std::int64_t south = (max(y_load - 1, region.readable_first.y) - y_load) * region.pitch;
  const std::int64_t north = (min(y + 1, region.readable_last.y - 1) - y_load) * region.pitch;

  // One column and row of rim on every side; its corners stay unread.
  const int tile_pitch = width + 2;
  T* const here = dynamic_shared<T>() + (row + 1) * tile_pitch + (column + 1);
  const bool writes = x < region.last.x && y < region.last.y;
  const bool is_fixed_column = region.is_fixed_column(x, y);
  const T* source = in + region.offset(x_load, y_load, z_first);
  T* target = out + region.offset(x, y, z_first);

  T behind = 0;
  if (z_first > region.readable_first.z) behind = source[-region.plane];
  T current = source[0];
  for (int z = z_first; z < z_last; ++z) {
    T ahead = 0;
    if (z + 1 < region.readable_last.z) ahead = source[region.plane];

    __syncthreads();  // the previous plane has been read
    here[0] = current;
    if (column == 0) here[-1] = source[west];
    if (column == width - 1) here[1] = source[east];
    if (row == 0) here[-tile_pitch] = source[south];
    if (row == height - 1) here[tile_pitch] = source[north];
    __syncthreads();  // the tile is complete

    if (writes) {
      if (is_fixed_column || region.is_fixed_plane(z)) {
        target[0] = current;
      } else {
        target[0] =
            update(current, here[-1], here[1], here[-tile_pitch], here[tile_pitch], behind, ahead);
      }
    }
    behind = current;
    current = ahead;
    source += region.plane;
    target += region.plane;
  }
}

constexpr KernelDescription description{
    .summary = "2.5D: behind, current and ahead in registers, current plane in shared memory",
    .default_block = {32, 16},
    .has_barriers = true,
    .shared_bytes = plane_with_rim,
};
