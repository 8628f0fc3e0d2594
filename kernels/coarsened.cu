// SPDX-License-Identifier: Apache-2.0
/// The shared tile, coarsened along z: a thread for every column of the input tile walks the planes
/// and keeps three of them in shared memory, copying them down by one at each step. The rim along z
/// is loaded once a chunk instead of once a tile.
#include "stencil/kernel.hpp"

using namespace ministencil;

template <class T, class Update>
__global__ void coarsened(const T* __restrict__ in, T* __restrict__ out, Region region,
                          Update update) {
  const int width = static_cast<int>(blockDim.x), height = static_cast<int>(blockDim.y);
  const int column = static_cast<int>(threadIdx.x), row = static_cast<int>(threadIdx.y);
  const int x = region.first.x + static_cast<int>(blockIdx.x) * (width - 2) + column - 1;
  const int y = region.first.y + static_cast<int>(blockIdx.y) * (height - 2) + row - 1;
  const int z_first = region.first.z + static_cast<int>(blockIdx.z) * region.chunk;
  const int z_last = min(z_first + region.chunk, region.last.z);
  if (z_first >= z_last) return;  // the whole block: the last chunks of a short region are empty

  const bool has_value = x >= region.readable_first.x && x < region.readable_last.x &&
                         y >= region.readable_first.y && y < region.readable_last.y;
  const bool on_rim = column == 0 || column == width - 1 || row == 0 || row == height - 1;
  const bool writes = !on_rim && x < region.last.x && y < region.last.y;
  const bool is_fixed_column = region.is_fixed_column(x, y);
  const T* source = in + region.offset(x, y, z_first);
  T* target = out + region.offset(x, y, z_first);

  T* const behind = dynamic_shared<T>() + row * width + column;
  T* const here = behind + width * height;
  T* const ahead = here + width * height;
  T first_behind = 0, first = 0;
  if (has_value && z_first > region.readable_first.z) first_behind = source[-region.plane];
  if (has_value) first = source[0];
  behind[0] = first_behind;
  here[0] = first;
  for (int z = z_first; z < z_last; ++z) {
    T next = 0;
    if (has_value && z + 1 < region.readable_last.z) next = source[region.plane];
    ahead[0] = next;
    __syncthreads();  // the current plane is complete

    if (writes) {
      if (is_fixed_column || region.is_fixed_plane(z)) {
        target[0] = here[0];
      } else {
        target[0] =
            update(here[0], here[-1], here[1], here[-width], here[width], behind[0], ahead[0]);
      }
    }
    __syncthreads();  // the current plane has been read
    behind[0] = here[0];
    here[0] = ahead[0];
    source += region.plane;
    target += region.plane;
  }
}

constexpr std::size_t three_planes(BlockShape block, std::size_t element_bytes) {
  return 3 * element_a_thread(block, element_bytes);
}

constexpr KernelDescription description{
    .summary = "a thread for every column of the input tile, three planes in shared memory",
    .default_block = {32, 32},
    .default_chunk = 16,
    .has_barriers = true,
    .shared_bytes = three_planes,
    .threads = Threads::on_inputs,
};
