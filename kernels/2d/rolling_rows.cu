// SPDX-License-Identifier: Apache-2.0
/// A window of rows with their rims, three at order 2, lies in a rolling buffer of shared memory
/// while a block walks its chunk: the row that enters takes the slot of the one that leaves. No
/// value is requested more often than by `rolled_strip`. One barrier a row is enough: at least one
/// lies between the reading of a slot's neighbours and its overwriting, and rows behind and ahead
/// are read by the thread that wrote them.
#include "stencil/kernel.hpp"

using namespace ministencil;

/// Stores the thread's point of all rows of the window but the last; row y is the current one.
template <int radius, class T>
__device__ void fill_window(const T* source, const Region& region, int y, T** window) {
  MINISTENCIL_UNROLL
  for (int i = 0; i < 2 * radius; ++i) {
    const int row = y + i - radius;
    T u = 0;
    if (row >= region.readable_first.y && row < region.readable_last.y) {
      u = source[(i - radius) * region.pitch];
    }
    window[i][0] = u;
  }
}

/// The oldest row's slot becomes that of the row that enters.
template <int radius, class T>
__device__ void roll(T** window) {
  T* const oldest = window[0];
  MINISTENCIL_UNROLL
  for (int i = 0; i < 2 * radius; ++i) window[i] = window[i + 1];
  window[2 * radius] = oldest;
}

template <class T, class Update>
__global__ void rolling_rows(const T* __restrict__ in, T* __restrict__ out, Region region,
                             Update update) {
  constexpr int radius = Update::radius;
  const int width = static_cast<int>(blockDim.x), column = static_cast<int>(threadIdx.x);
  const int x = region.first.x + static_cast<int>(blockIdx.x) * width + column;
  const int y_first = region.first.y + static_cast<int>(blockIdx.y) * region.chunk;
  const int y_last = min(y_first + region.chunk, region.last.y);
  if (y_first >= y_last) return;  // the whole block: the last chunks of a short region are empty

  // Threads beyond the region still load, clamped to what holds values: they fill the rim.
  const int x_load = min(x, region.readable_last.x - 1);
  const int west = max(x_load - radius, region.readable_first.x) - x_load;
  const int east = min(x + radius, region.readable_last.x - 1) - x_load;

  const bool writes = x < region.last.x;
  const bool is_fixed_column = region.is_fixed_along_y(x);
  const T* source = in + region.offset(x_load, y_first);
  T* target = out + region.offset(x, y_first);

  T* const first = dynamic_shared<T>() + (column + radius);
  T* window[2 * radius + 1];  // window[radius] is the slot of the current row
  MINISTENCIL_UNROLL
  for (int i = 0; i <= 2 * radius; ++i) window[i] = first + i * (width + 2 * radius);
  fill_window<radius>(source, region, y_first, window);
  for (int y = y_first; y < y_last; ++y) {
    T next = 0;
    if (y + radius < region.readable_last.y) next = source[radius * region.pitch];
    window[2 * radius][0] = next;
    T* const here = window[radius];
    if (is_low_rim<radius>(column)) here[-radius] = source[west];
    if (is_high_rim<radius>(column, width)) here[radius] = source[east];
    __syncthreads();  // the current row is complete

    if (writes) {
      if (is_fixed_column || region.is_fixed_row(y)) {
        target[0] = here[0];
      } else {
        T sum = update.begin(here[0]);
        MINISTENCIL_UNROLL
        for (int d = 1; d <= radius; ++d) {
          sum = update.add(d, sum, here[-d], here[d], window[radius - d][0], window[radius + d][0]);
        }
        target[0] = sum;
      }
    }
    roll<radius>(window);
    source += region.pitch;
    target += region.pitch;
  }
}

constexpr std::size_t window_of_rows(BlockShape block, std::size_t element_bytes, int radius) {
  return static_cast<std::size_t>(2 * radius + 1) * row_with_rim(block, element_bytes, radius);
}

constexpr KernelDescription description{
    .summary = "a window of rows with their rims in a rolling buffer of shared memory",
    .dimensions = 2,
    .default_block = {256, 1},
    .default_chunk = 256,
    .has_barriers = true,
    .shared_bytes = window_of_rows,
    .thread_a_rim_layer = true,
};
