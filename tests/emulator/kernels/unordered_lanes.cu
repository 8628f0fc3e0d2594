// SPDX-License-Identifier: Apache-2.0
/// Lanes read what the next lane of their warp stores, perhaps later: they do not meet in between.
#include "stencil/kernel.hpp"

using namespace ministencil;

template <class T, class Update>
__global__ void unordered_lanes(const T* __restrict__ in, T* __restrict__ out, Region, Update) {
  __shared__ T tile[32];
  const int lane = static_cast<int>(threadIdx.x);
  tile[lane] = in[lane];
  out[lane] = tile[lane < 31 ? lane + 1 : lane];
}

constexpr KernelDescription description{
    .summary = "for tests",
    .default_block = {32, 1},
};
