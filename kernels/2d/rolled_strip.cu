// SPDX-License-Identifier: Apache-2.0
/// A window of the rows behind, here and ahead rotates through registers while a block walks its
/// chunk; the current row and its rim lie in shared memory. Each row is loaded once by the block,
/// `radius` steps ahead of its use, beside the lone cells of its rim. The row is filled from the
/// current register. Two barriers a row: one before it is overwritten, one before it is read.
#include "stencil/kernel.hpp"

using namespace ministencil;

/// All of the window but its last row, for the column at `source` on row y. What is not readable
/// is no neighbour of a point to update.
template <int radius, class T>
__device__ void fill_window(const T* source, const Region& region, int y, T* window) {
  MINISTENCIL_UNROLL
  for (int i = 0; i < 2 * radius; ++i) {
    const int row = y + i - radius;
    window[i] = 0;
    if (row >= region.readable_first.y && row < region.readable_last.y) {
      window[i] = source[(i - radius) * region.pitch];
    }
  }
}

template <class T, class Update>
__global__ void rolled_strip(const T* __restrict__ in, T* __restrict__ out, Region region,
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

  T* const here = dynamic_shared<T>() + (column + radius);
  const bool writes = x < region.last.x;
  const bool is_fixed_column = region.is_fixed_along_y(x);
  const T* source = in + region.offset(x_load, y_first);
  T* target = out + region.offset(x, y_first);

  T window[2 * radius + 1];  // window[radius] is the current row
  fill_window<radius>(source, region, y_first, window);
  for (int y = y_first; y < y_last; ++y) {
    window[2 * radius] = 0;
    if (y + radius < region.readable_last.y) window[2 * radius] = source[radius * region.pitch];
    __syncthreads();  // the previous row has been read
    here[0] = window[radius];
    if (is_low_rim<radius>(column)) here[-radius] = source[west];
    if (is_high_rim<radius>(column, width)) here[radius] = source[east];
    __syncthreads();  // the row is complete

    if (writes) {
      if (is_fixed_column || region.is_fixed_row(y)) {
        target[0] = window[radius];
      } else {
        T sum = update.begin(window[radius]);
        MINISTENCIL_UNROLL
        for (int d = 1; d <= radius; ++d) {
          sum = update.add(d, sum, here[-d], here[d], window[radius - d], window[radius + d]);
        }
        target[0] = sum;
      }
    }
    MINISTENCIL_UNROLL
    for (int i = 0; i < 2 * radius; ++i) window[i] = window[i + 1];
    source += region.pitch;
    target += region.pitch;
  }
}

constexpr KernelDescription description{
    .summary = "rows behind, here and ahead in registers, current row in shared memory",
    .dimensions = 2,
    .default_block = {256, 1},
    .default_chunk = 256,
    .has_barriers = true,
    .shared_bytes = row_with_rim,
    .thread_a_rim_layer = true,
};
