// SPDX-License-Identifier: Apache-2.0
/// Broken: adds the neighbours in another order, which is right but for the last bits.
#include "stencil/kernel.hpp"

using namespace ministencil;

#include "march.hpp"

template <class T, class Update>
__global__ void other_order(const T* in, T* out, Region region, Update update) {
  const std::int64_t row = region.pitch, plane = region.plane;
  march(in, out, region, [&](const T* u) {
    return update(u[0], u[-plane], u[plane], u[-row], u[row], u[-1], u[1]);
  });
}

constexpr KernelDescription description{
    .summary = "for tests",
    .default_block = {32, 4},
    .orders = {2},
};
