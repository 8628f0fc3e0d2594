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
  const int x_before = min(max(x - 1, region.readable_first.x), region.readable_last.x - 1);
  const int x_after = min(x + 1, region.readable_last.x - 1);
  const int y_before = min(max(y - 1, region.readable_first.y), region.readable_last.y - 1);
  const int y_after = min(y + 1, region.readable_last.y - 1);

  // One column and row of rim on every side; its corners stay unread.
  const int tile_pitch = width + 2;
  T* const here = dynamic_shared<T>() + (row + 1) * tile_pitch + (column + 1);

  T behind = 0;
  if (z_first > region.readable_first.z) behind = in[region.offset(x_load, y_load, z_first - 1)];
  T current = in[region.offset(x_load, y_load, z_first)];
  for (int z = z_first; z < z_last; ++z) {
    T ahead = 0;
    if (z + 1 < region.readable_last.z) ahead = in[region.offset(x_load, y_load, z + 1)];

    __syncthreads();  // the previous plane has been read
    here[0] = current;
    if (column == 0) here[-1] = in[region.offset(x_before, y_load, z)];
    if (column == width - 1) here[1] = in[region.offset(x_after, y_load, z)];
    if (row == 0) here[-tile_pitch] = in[region.offset(x_load, y_before, z)];
    if (row == height - 1) here[tile_pitch] = in[region.offset(x_load, y_after, z)];
    __syncthreads();  // the tile is complete

    if (x < region.last.x && y < region.last.y) {
      const std::int64_t at = region.offset(x, y, z);
      if (region.is_fixed(x, y, z)) {
        out[at] = current;
      } else {
        out[at] =
            update(current, here[-1], here[1], here[-tile_pitch], here[tile_pitch], behind, ahead);
      }
    }
    behind = current;
    current = ahead;
  }
}

constexpr KernelDescription description{
    .summary = "2.5D: behind, current and ahead in registers, current plane in shared memory",
    .default_block = {32, 16},
    .has_barriers = true,
    .shared_bytes = plane_with_rim,
};
