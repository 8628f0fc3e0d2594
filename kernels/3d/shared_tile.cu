// SPDX-License-Identifier: Apache-2.0
/// A thread for every point of the block's input tile: each loads its point into shared memory, and
/// those that are not on the rim update theirs from there. No march: the rim is loaded again on all
/// six sides of every block, more than half of a tile of 8 x 8 x 8.
#include "stencil/kernel.hpp"

using namespace ministencil;

template <class T, class Update>
__global__ void shared_tile(const T* __restrict__ in, T* __restrict__ out, Region region,
                            Update update) {
  constexpr int radius = Update::radius;
  const int width = static_cast<int>(blockDim.x), height = static_cast<int>(blockDim.y);
  const int depth = static_cast<int>(blockDim.z);
  const int column = static_cast<int>(threadIdx.x), row = static_cast<int>(threadIdx.y);
  const int layer = static_cast<int>(threadIdx.z);
  // Tiles overlap by the rim, so that a block starts where the one before updated its last point.
  const int x =
      region.first.x + static_cast<int>(blockIdx.x) * (width - 2 * radius) + column - radius;
  const int y =
      region.first.y + static_cast<int>(blockIdx.y) * (height - 2 * radius) + row - radius;
  const int z_first = region.first.z + static_cast<int>(blockIdx.z) * region.chunk;
  const int z = z_first + layer - radius;

  T* const here = dynamic_shared<T>() + (layer * height + row) * width + column;
  const bool has_value = x >= region.readable_first.x && x < region.readable_last.x &&
                         y >= region.readable_first.y && y < region.readable_last.y &&
                         z >= region.readable_first.z && z < region.readable_last.z;
  const std::int64_t at = region.offset(x, y, z);
  T u = 0;
  if (has_value) u = in[at];
  here[0] = u;
  __syncthreads();

  const bool on_rim = column < radius || column >= width - radius || row < radius ||
                      row >= height - radius || layer < radius || layer >= depth - radius;
  const int z_last = min(z_first + region.chunk, region.last.z);
  if (on_rim || x >= region.last.x || y >= region.last.y || z >= z_last) return;
  if (region.is_fixed(x, y, z)) {
    out[at] = u;
  } else {
    T sum = update.begin(u);
    MINISTENCIL_UNROLL
    for (int d = 1; d <= radius; ++d) {
      const int rows = d * width, planes = d * width * height;
      sum = update.add(d, sum, here[-d], here[d], here[-rows], here[rows], here[-planes],
                       here[planes]);
    }
    out[at] = sum;
  }
}

constexpr KernelDescription description{
    .summary = "a thread for every point of the input tile, all of it in shared memory",
    .default_block = {8, 8, 8},
    .marches = false,
    .has_barriers = true,
    .shared_bytes = element_a_thread,
    .threads = Threads::on_inputs,
    .orders = {2, 4},  // beyond, a block of 1024 threads is all rim
};
