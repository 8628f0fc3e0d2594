// SPDX-License-Identifier: Apache-2.0
/// Has a shuffle that its description does not mention.
#include "stencil/kernel.hpp"

using namespace ministencil;

template <class T, class Update>
__global__ void undeclared_shuffle(const T* __restrict__ in, T* __restrict__ out, Region, Update) {
  out[0] = __shfl_sync(0xffffffffu, in[0], 0);
}

constexpr KernelDescription description{
    .summary = "for tests",
    .default_block = {32, 1},
};
