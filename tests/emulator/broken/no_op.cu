// SPDX-License-Identifier: Apache-2.0
/// Broken: does nothing.
#include "stencil/kernel.hpp"

using namespace ministencil;

#include "star.hpp"

template <class T, class Update>
__global__ void no_op(const T* in, T* out, Region region, Update update) {
  if (region.chunk < 0) out[0] = star(in, region, update);
}

constexpr KernelDescription description{
    .summary = "for tests",
    .default_block = {32, 4},
    .orders = {2},
};
