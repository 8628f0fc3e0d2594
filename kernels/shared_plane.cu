// SPDX-License-Identifier: Apache-2.0
/// A block walks its chunk of planes with the current plane and its rim in shared memory.
/// In-plane neighbours come from the tile; both depth neighbours still from global memory, so each
/// plane is requested three times. Two barriers a plane: one before the tile is overwritten, one
/// before it is read.
#include "stencil/kernel.hpp"

using namespace ministencil;

template <class T, class Update>
__global__ void shared_plane(const T* __restrict__ in, T* __restrict__ out, Region region,
                             Update update) {
  const int width = static_cast<int>(blockDim.x), height = static_cast<int>(blockDim.y);
  const int column = static_cast<int>(threadIdx.x), row = static_cast<int>(threadIdx.y);
  const int x = region.first.x + static_cast<int>(blockIdx.x) * width + column;
  const int y = region.first.y + static_cast<int>(blockIdx.y) * height + row;
  const int z_first = region.first.z + static_cast<int>(blockIdx.z) * region.chunk;
  const int z_last = min(z_first + region.chunk, region.last.z);

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

  for (int z = z_first; z < z_last; ++z) {
    __syncthreads();  // the previous plane has been read
    here[0] = in[region.offset(x_load, y_load, z)];
    if (column == 0) here[-1] = in[region.offset(x_before, y_load, z)];
    if (column == width - 1) here[1] = in[region.offset(x_after, y_load, z)];
    if (row == 0) here[-tile_pitch] = in[region.offset(x_load, y_before, z)];
    if (row == height - 1) here[tile_pitch] = in[region.offset(x_load, y_after, z)];
    __syncthreads();  // the tile is complete

    if (x < region.last.x && y < region.last.y) {
      const std::int64_t at = region.offset(x, y, z);
      if (region.is_fixed(x, y, z)) {
        out[at] = here[0];
      } else {
        out[at] = update(here[0], here[-1], here[1], here[-tile_pitch], here[tile_pitch],
                         in[at - region.plane], in[at + region.plane]);
      }
    }
  }
}

constexpr KernelDescription description{
    .summary = "current plane and rim in shared memory, depth neighbours from global memory",
    .default_block = {32, 16},
    .has_barriers = true,
    .shared_bytes = plane_with_rim,
};
