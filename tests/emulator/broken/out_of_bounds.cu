// SPDX-License-Identifier: Apache-2.0
/// Broken: applies the formula on the grid's faces, too.
#include "stencil/kernel.hpp"

using namespace ministencil;

#include "star.hpp"

template <class T, class Update>
__global__ void out_of_bounds(const T* in, T* out, Region region, Update update) {
  const Column c = column_of(region);
  for (int z = c.z_first; z < c.z_last; ++z) {
    const std::int64_t at = region.offset(c.x, c.y, z);
    if (is_inside(region, c.x, c.y)) out[at] = star(in + at, region, update);
  }
}

constexpr KernelDescription description{
    .summary = "for tests",
    .default_block = {32, 4},
    .orders = {2},
};
