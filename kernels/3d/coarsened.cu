// SPDX-License-Identifier: Apache-2.0
/// The shared tile, coarsened along z: a thread for every column of the input tile walks the planes
/// and keeps a window of them, three at order 2, in shared memory, copying it down at each step.
/// The rim along z is loaded once a chunk instead of once a tile.
#include "stencil/kernel.hpp"

using namespace ministencil;

/// Stores the thread's point of all planes of the window but the last; plane z is the current one.
template <int radius, class T>
__device__ void fill_window(const T* source, bool has_value, const Region& region, int z, T* window,
                            int tile_plane) {
  MINISTENCIL_UNROLL
  for (int i = 0; i < 2 * radius; ++i) {
    const int plane = z + i - radius;
    T u = 0;
    if (has_value && plane >= region.readable_first.z && plane < region.readable_last.z) {
      u = source[(i - radius) * region.plane];
    }
    window[i * tile_plane] = u;
  }
}

template <class T, class Update>
__global__ void coarsened(const T* __restrict__ in, T* __restrict__ out, Region region,
                          Update update) {
  constexpr int radius = Update::radius;
  const int width = static_cast<int>(blockDim.x), height = static_cast<int>(blockDim.y);
  const int column = static_cast<int>(threadIdx.x), row = static_cast<int>(threadIdx.y);
  const int x =
      region.first.x + static_cast<int>(blockIdx.x) * (width - 2 * radius) + column - radius;
  const int y =
      region.first.y + static_cast<int>(blockIdx.y) * (height - 2 * radius) + row - radius;
  const int z_first = region.first.z + static_cast<int>(blockIdx.z) * region.chunk;
  const int z_last = min(z_first + region.chunk, region.last.z);
  if (z_first >= z_last) return;  // the whole block: the last chunks of a short region are empty

  const bool has_value = x >= region.readable_first.x && x < region.readable_last.x &&
                         y >= region.readable_first.y && y < region.readable_last.y;
  const bool on_rim =
      column < radius || column >= width - radius || row < radius || row >= height - radius;
  const bool writes = !on_rim && x < region.last.x && y < region.last.y;
  const bool is_fixed_column = region.is_fixed_column(x, y);
  const T* source = in + region.offset(x, y, z_first);
  T* target = out + region.offset(x, y, z_first);

  // Plane i of the window lies i · tile_plane further; window[radius] is the current one.
  const int tile_plane = width * height;
  T* const window = dynamic_shared<T>() + row * width + column;
  T* const here = window + radius * tile_plane;
  fill_window<radius>(source, has_value, region, z_first, window, tile_plane);
  for (int z = z_first; z < z_last; ++z) {
    T next = 0;
    if (has_value && z + radius < region.readable_last.z) next = source[radius * region.plane];
    window[2 * radius * tile_plane] = next;
    __syncthreads();  // the current plane is complete

    if (writes) {
      if (is_fixed_column || region.is_fixed_plane(z)) {
        target[0] = here[0];
      } else {
        T sum = update.begin(here[0]);
        MINISTENCIL_UNROLL
        for (int d = 1; d <= radius; ++d) {
          const int rows = d * width, planes = d * tile_plane;
          sum = update.add(d, sum, here[-d], here[d], here[-rows], here[rows], here[-planes],
                           here[planes]);
        }
        target[0] = sum;
      }
    }
    __syncthreads();  // the current plane has been read
    MINISTENCIL_UNROLL
    for (int i = 0; i < 2 * radius; ++i) window[i * tile_plane] = window[(i + 1) * tile_plane];
    source += region.plane;
    target += region.plane;
  }
}

constexpr std::size_t whole_window(BlockShape block, std::size_t element_bytes, int radius) {
  return static_cast<std::size_t>(2 * radius + 1) * element_a_thread(block, element_bytes, radius);
}

constexpr KernelDescription description{
    .summary = "a thread for every column of the input tile, a window of planes in shared memory",
    .default_block = {32, 32},
    .default_chunk = 16,
    .has_barriers = true,
    .shared_bytes = whole_window,
    .threads = Threads::on_inputs,
    .orders = {2, 4},  // beyond, the default block in float64 needs more than 48 KiB
};
