// SPDX-License-Identifier: Apache-2.0
/// A kernel like any other, beside the broken one.
#include "stencil/kernel.hpp"

using namespace ministencil;

#include "march.hpp"

template <class T, class Update>
__global__ void as_it_should_be(const T* in, T* out, Region region, Update update) {
  const std::int64_t row = region.pitch, plane = region.plane;
  march(in, out, region, [&](const T* u) {
    return update(u[0], u[-1], u[1], u[-row], u[row], u[-plane], u[plane]);
  });
}

constexpr KernelDescription description{
    .summary = "for tests",
    .default_block = {32, 4},
    .orders = {2},
};
