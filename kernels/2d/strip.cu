// SPDX-License-Identifier: Apache-2.0
/// A block walks its chunk of rows with the current row and its rim in shared memory. Neighbours
/// along the row come from there; those along the columns still from global memory, so each row is
/// requested three times, at radius R 2R + 1 times. Two barriers a row: one before it is
/// overwritten, one before it is read.
#include "stencil/kernel.hpp"

using namespace ministencil;

template <class T, class Update>
__global__ void strip(const T* __restrict__ in, T* __restrict__ out, Region region, Update update) {
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
  // The thread's own point: the same as source where it writes, but to the compiler another
  // address, so that it does not keep rows in registers. That is what `rolled_strip` is for.
  const T* own = in + region.offset(x, y_first);
  T* target = out + region.offset(x, y_first);

  for (int y = y_first; y < y_last; ++y) {
    __syncthreads();  // the previous row has been read
    here[0] = source[0];
    if (is_low_rim<radius>(column)) here[-radius] = source[west];
    if (is_high_rim<radius>(column, width)) here[radius] = source[east];
    __syncthreads();  // the row is complete

    if (writes) {
      T below[radius], above[radius];
      MINISTENCIL_UNROLL
      for (int d = 1; d <= radius; ++d) {
        below[d - 1] = above[d - 1] = 0;
        if (y - d >= region.readable_first.y) below[d - 1] = own[-d * region.pitch];
        if (y + d < region.readable_last.y) above[d - 1] = own[d * region.pitch];
      }
      if (is_fixed_column || region.is_fixed_row(y)) {
        target[0] = here[0];
      } else {
        T sum = update.begin(here[0]);
        MINISTENCIL_UNROLL
        for (int d = 1; d <= radius; ++d) {
          sum = update.add(d, sum, here[-d], here[d], below[d - 1], above[d - 1]);
        }
        target[0] = sum;
      }
    }
    source += region.pitch;
    own += region.pitch;
    target += region.pitch;
  }
}

constexpr KernelDescription description{
    .summary = "current row and rim in shared memory, rows beside it from global memory",
    .dimensions = 2,
    .default_block = {256, 1},
    .default_chunk = 256,
    .has_barriers = true,
    .shared_bytes = row_with_rim,
    .thread_a_rim_layer = true,
};
