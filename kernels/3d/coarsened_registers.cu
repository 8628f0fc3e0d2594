// SPDX-License-Identifier: Apache-2.0
/// The coarsened tile with registers: of the window only the current plane, whose neighbours other
/// threads need, lies in shared memory; the planes behind and ahead are each needed by one thread
/// alone. At order 2 a third of the shared memory, for three registers a thread.
#include "stencil/kernel.hpp"

using namespace ministencil;

/// All of the window but its last plane, for the column at `source` on plane z.
template <int radius, class T>
__device__ void fill_window(const T* source, bool has_value, const Region& region, int z,
                            T* window) {
  MINISTENCIL_UNROLL
  for (int i = 0; i < 2 * radius; ++i) {
    const int plane = z + i - radius;
    window[i] = 0;
    if (has_value && plane >= region.readable_first.z && plane < region.readable_last.z) {
      window[i] = source[(i - radius) * region.plane];
    }
  }
}

template <class T, class Update>
__global__ void coarsened_registers(const T* __restrict__ in, T* __restrict__ out, Region region,
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

  T* const here = dynamic_shared<T>() + row * width + column;
  // window[radius] is the current plane. Planes that do not exist hold a value that nobody uses.
  T window[2 * radius + 1];
  fill_window<radius>(source, has_value, region, z_first, window);
  for (int z = z_first; z < z_last; ++z) {
    window[2 * radius] = 0;
    if (has_value && z + radius < region.readable_last.z) {
      window[2 * radius] = source[radius * region.plane];
    }

    __syncthreads();  // the previous plane has been read
    here[0] = window[radius];
    __syncthreads();  // the current plane is complete

    if (writes) {
      if (is_fixed_column || region.is_fixed_plane(z)) {
        target[0] = window[radius];
      } else {
        T sum = update.begin(window[radius]);
        MINISTENCIL_UNROLL
        for (int d = 1; d <= radius; ++d) {
          const int rows = d * width;
          sum = update.add(d, sum, here[-d], here[d], here[-rows], here[rows], window[radius - d],
                           window[radius + d]);
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
    .summary = "a thread for every column of the input tile, current plane in shared memory",
    .default_block = {32, 32},
    .default_chunk = 16,
    .has_barriers = true,
    .shared_bytes = element_a_thread,
    .threads = Threads::on_inputs,
};
