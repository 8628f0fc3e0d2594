// SPDX-License-Identifier: Apache-2.0
/// The coarsened tile with registers: of the three planes only the current one, whose neighbours
/// other threads need, lies in shared memory; behind and ahead are each needed by one thread alone.
/// A third of the shared memory for three registers a thread.
#include "stencil/kernel.hpp"

using namespace ministencil;

template <class T, class Update>
__global__ void coarsened_registers(const T* __restrict__ in, T* __restrict__ out, Region region,
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

  T* const here = dynamic_shared<T>() + row * width + column;
  T behind = 0, current = 0;
  if (has_value && z_first > region.readable_first.z) behind = source[-region.plane];
  if (has_value) current = source[0];
  for (int z = z_first; z < z_last; ++z) {
    // The plane beyond the last one may not exist; its threads then keep a value that nobody uses.
    T ahead = 0;
    if (has_value && z + 1 < region.readable_last.z) ahead = source[region.plane];

    __syncthreads();  // the previous plane has been read
    here[0] = current;
    __syncthreads();  // the current plane is complete

    if (writes) {
      if (is_fixed_column || region.is_fixed_plane(z)) {
        target[0] = current;
      } else {
        target[0] = update(current, here[-1], here[1], here[-width], here[width], behind, ahead);
      }
    }
    behind = current;
    current = ahead;
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
