// SPDX-License-Identifier: Apache-2.0
/// Odd lanes shuffle among themselves and read from even ones.
#include "stencil/kernel.hpp"

using namespace ministencil;

template <class T, class Update>
__global__ void absent_lane(const T* __restrict__ in, T* __restrict__ out, Region, Update) {
  const int lane = static_cast<int>(threadIdx.x);
  T value = in[lane];
  if (lane % 2 == 1) value = __shfl_xor_sync(0xaaaaaaaau, value, 1);
  out[lane] = value;
}

constexpr KernelDescription description{
    .summary = "for tests",
    .default_block = {32, 1},
    .uses_shuffles = true,
};
