// SPDX-License-Identifier: Apache-2.0
/// Has a barrier that its description does not mention.
#include "stencil/kernel.hpp"

using namespace ministencil;

template <class T, class Update>
__global__ void undeclared_barrier(const T* __restrict__ in, T* __restrict__ out, Region region,
                                   Update) {
  if (region.chunk < 0) out[0] = in[0];
  __syncthreads();
}

constexpr KernelDescription description{
    .summary = "for tests",
    .default_block = {32, 1},
};
