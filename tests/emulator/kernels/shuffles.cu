// SPDX-License-Identifier: Apache-2.0
/// Each lane stores what it gets by every kind of shuffle, in rows of 32: of the whole warp, then
/// of segments of 8; last a sum over the first half of the warp alone.
#include "stencil/kernel.hpp"

using namespace ministencil;

template <class T, class Update>
__global__ void shuffles(const T* __restrict__ in, T* __restrict__ out, Region, Update) {
  const int lane = static_cast<int>(threadIdx.x);
  const unsigned all = 0xffffffffu;
  const T value = in[lane];
  out[lane] = __shfl_sync(all, value, 5);
  out[32 + lane] = __shfl_up_sync(all, value, 3);
  out[64 + lane] = __shfl_down_sync(all, value, 3);
  out[96 + lane] = __shfl_xor_sync(all, value, 1);
  out[128 + lane] = __shfl_sync(all, value, 5, 8);
  out[160 + lane] = __shfl_up_sync(all, value, 3, 8);
  out[192 + lane] = __shfl_down_sync(all, value, 3, 8);
  out[224 + lane] = static_cast<T>(__shfl_xor_sync(all, lane, 12, 8));
  if (lane < 16) {
    T sum = value;
    for (int step = 8; step > 0; step /= 2) sum = sum + __shfl_xor_sync(0xffffu, sum, step);
    out[256 + lane] = sum;
  }
  __syncwarp();
}

constexpr KernelDescription description{
    .summary = "for tests",
    .default_block = {32, 1},
    .uses_shuffles = true,
};
