// SPDX-License-Identifier: Apache-2.0
/// Every block also stores the first element of the next.
#include "stencil/kernel.hpp"

using namespace ministencil;

template <class T, class Update>
__global__ void overlapping_blocks(const T* __restrict__ in, T* __restrict__ out, Region, Update) {
  const int at = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  out[at] = in[at];
  if (threadIdx.x == 0) out[at + blockDim.x] = in[at];
}

constexpr KernelDescription description{
    .summary = "for tests",
    .default_block = {32, 1},
};
