// SPDX-License-Identifier: Apache-2.0
/// Stores and loads shared memory `chunk` elements apart.
#include "stencil/kernel.hpp"

using namespace ministencil;

template <class T, class Update>
__global__ void banks(const T* __restrict__ in, T* __restrict__ out, Region region, Update) {
  __shared__ T tile[33 * 32];
  const int lane = static_cast<int>(threadIdx.x);
  tile[region.chunk * lane] = in[lane];
  __syncwarp();
  out[lane] = tile[region.chunk * (31 - lane)];
}

constexpr KernelDescription description{
    .summary = "for tests",
    .default_block = {32, 1},
    .uses_shuffles = true,
};
