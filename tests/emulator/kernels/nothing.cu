// SPDX-License-Identifier: Apache-2.0
/// Neither loads nor stores.
#include "stencil/kernel.hpp"

using namespace ministencil;

template <class T, class Update>
__global__ void nothing(const T* __restrict__ in, T* __restrict__ out, Region region, Update) {
  if (region.chunk < 0) out[0] = in[0];
}

constexpr KernelDescription description{
    .summary = "for tests",
    .default_block = {32, 1},
};
