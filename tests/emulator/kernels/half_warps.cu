// SPDX-License-Identifier: Apache-2.0
/// The halves of a warp meet apart, in a loop, and load in between.
#include "stencil/kernel.hpp"

using namespace ministencil;

template <class T, class Update>
__global__ void half_warps(const T* __restrict__ in, T* __restrict__ out, Region region, Update) {
  const int lane = static_cast<int>(threadIdx.x);
  T sum = 0;
  if (lane < 16) {
    for (int turn = 0; turn < region.chunk; ++turn) {
      sum = sum + __shfl_xor_sync(0xffffu, in[turn * 32 + lane], 1);
    }
  }
  __syncwarp();
  out[lane] = sum;
}

constexpr KernelDescription description{
    .summary = "for tests",
    .default_block = {32, 1},
    .uses_shuffles = true,
};
