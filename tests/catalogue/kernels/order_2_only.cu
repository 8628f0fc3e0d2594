// SPDX-License-Identifier: Apache-2.0
/// As naive, with the seven values of order 2 written out, in float32.
#include "stencil/kernel.hpp"

using namespace ministencil;

template <class T, class Update>
__global__ void order_2_only(const T* in, T* out, Region region, Update update) {
  static_assert(Update::radius == 1 && sizeof(T) == 4);
  const int x = region.first.x + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = region.first.y + static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  const int z_first = region.first.z + static_cast<int>(blockIdx.z) * region.chunk;
  const int z_last = min(z_first + region.chunk, region.last.z);
  if (x >= region.last.x || y >= region.last.y) return;
  for (int z = z_first; z < z_last; ++z) {
    const std::int64_t at = region.offset(x, y, z);
    const T u = in[at];
    if (region.is_fixed(x, y, z)) {
      out[at] = u;
    } else {
      out[at] = update(u, in[at - 1], in[at + 1], in[at - region.pitch], in[at + region.pitch],
                       in[at - region.plane], in[at + region.plane]);
    }
  }
}

constexpr KernelDescription description{
    .summary = "for tests",
    .default_block = {32, 16},
    .orders = {2},
    .precisions = {Precision::float32},
};
