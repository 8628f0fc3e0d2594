// SPDX-License-Identifier: Apache-2.0
/// Broken: takes for granted that blocks fit the region.
#include "stencil/kernel.hpp"

using namespace ministencil;

#include "star.hpp"

template <class T, class Update>
__global__ void multiples_of_block_only(const T* in, T* out, Region region, Update update) {
  const Column c = column_of(region);
  for (int z = c.z_first; z < c.z_last; ++z) {
    const std::int64_t at = region.offset(c.x, c.y, z);
    out[at] = region.is_fixed(c.x, c.y, z) ? in[at] : star(in + at, region, update);
  }
}

constexpr KernelDescription description{
    .summary = "for tests",
    .default_block = {32, 4},
    .orders = {2},
};
