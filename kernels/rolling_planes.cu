// SPDX-License-Identifier: Apache-2.0
/// Three planes with their rims lie in a rolling buffer of shared memory: plane z in slot z mod 3.
/// Each plane is loaded once, when it is the one ahead, and stays until it is the one behind: no
/// value is requested more often than by `rotated`. One barrier a plane is enough, since a slot is
/// overwritten only two barriers after its neighbours were read, and the plane behind is read by
/// the thread that wrote it.
#include "stencil/kernel.hpp"

using namespace ministencil;

template <class T, class Update>
__global__ void rolling_planes(const T* __restrict__ in, T* __restrict__ out, Region region,
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
  const int west = max(x_load - 1, region.readable_first.x) - x_load;
  const int east = min(x + 1, region.readable_last.x - 1) - x_load;
  const std::int64_t south = (max(y_load - 1, region.readable_first.y) - y_load) * region.pitch;
  const std::int64_t north = (min(y + 1, region.readable_last.y - 1) - y_load) * region.pitch;

  // One column and row of rim on every side; its corners stay unread.
  const int tile_pitch = width + 2, tile_plane = tile_pitch * (height + 2);
  T* behind = dynamic_shared<T>() + (row + 1) * tile_pitch + (column + 1);
  T* here = behind + tile_plane;
  T* ahead = here + tile_plane;
  const bool writes = x < region.last.x && y < region.last.y;
  const bool is_fixed_column = region.is_fixed_column(x, y);
  const T* source = in + region.offset(x_load, y_load, z_first);
  T* target = out + region.offset(x, y, z_first);

  T before = 0;
  if (z_first > region.readable_first.z) before = source[-region.plane];
  behind[0] = before;
  here[0] = source[0];
  for (int z = z_first; z < z_last; ++z) {
    T next = 0;
    if (z + 1 < region.readable_last.z) next = source[region.plane];
    ahead[0] = next;
    if (column == 0) here[-1] = source[west];
    if (column == width - 1) here[1] = source[east];
    if (row == 0) here[-tile_pitch] = source[south];
    if (row == height - 1) here[tile_pitch] = source[north];
    __syncthreads();  // the current plane is complete

    if (writes) {
      const T u = here[0];
      if (is_fixed_column || region.is_fixed_plane(z)) {
        target[0] = u;
      } else {
        target[0] =
            update(u, here[-1], here[1], here[-tile_pitch], here[tile_pitch], behind[0], ahead[0]);
      }
    }
    T* const oldest = behind;
    behind = here;
    here = ahead;
    ahead = oldest;
    source += region.plane;
    target += region.plane;
  }
}

constexpr std::size_t three_planes_with_rims(BlockShape block, std::size_t element_bytes) {
  return 3 * plane_with_rim(block, element_bytes);
}

constexpr KernelDescription description{
    .summary = "three planes with their rims in a rolling buffer of shared memory",
    .default_block = {32, 16},
    .has_barriers = true,
    .shared_bytes = three_planes_with_rims,
};
