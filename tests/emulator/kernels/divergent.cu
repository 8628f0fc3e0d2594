// SPDX-License-Identifier: Apache-2.0
/// Odd and even lanes load in alternate iterations: five requests of half a warp each.
#include "stencil/kernel.hpp"

using namespace ministencil;

template <class T, class Update>
__global__ void divergent(const T* __restrict__ in, T* __restrict__ out, Region region, Update) {
  const int lane = static_cast<int>(threadIdx.x);
  T sum = 0;
  for (int turn = 0; turn < region.chunk; ++turn) {
    if ((turn + lane) % 2 == 0) sum = sum + in[turn * 32 + lane];
  }
  out[lane] = sum;
}

constexpr KernelDescription description{
    .summary = "for tests",
    .default_block = {32, 1},
};
