// SPDX-License-Identifier: Apache-2.0
/// Every thread loads all values of its point from global memory: 5 at order 2, 17 at order 8.
/// The neighbours of a warp are mostly the same sectors, but each is requested again.
#include "stencil/kernel.hpp"

using namespace ministencil;

template <class T, class Update>
__global__ void naive(const T* __restrict__ in, T* __restrict__ out, Region region, Update update) {
  const int x = region.first.x + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = region.first.y + static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= region.last.x || y >= region.last.y) return;

  const std::int64_t at = region.offset(x, y);
  const T u = in[at];
  if (region.is_fixed(x, y)) {
    out[at] = u;
    return;
  }
  T sum = update.begin(u);
  MINISTENCIL_UNROLL
  for (int d = 1; d <= Update::radius; ++d) {
    const std::int64_t rows = d * region.pitch;
    sum = update.add(d, sum, in[at - d], in[at + d], in[at - rows], in[at + rows]);
  }
  out[at] = sum;
}

constexpr KernelDescription description{
    .summary = "a thread a point, a global load for every point of the star",
    .dimensions = 2,
    .default_block = {32, 8},
    .marches = false,
};
