// SPDX-License-Identifier: Apache-2.0
/// Broken: every chunk ends one plane early.
#include "stencil/kernel.hpp"

using namespace ministencil;

#include "star.hpp"

template <class T, class Update>
__global__ void last_plane_skipped(const T* in, T* out, Region region, Update update) {
  const Column c = column_of(region);
  for (int z = c.z_first; z < c.z_last - 1; ++z) {
    const std::int64_t at = region.offset(c.x, c.y, z);
    if (!is_inside(region, c.x, c.y)) continue;
    out[at] = region.is_fixed(c.x, c.y, z) ? in[at] : star(in + at, region, update);
  }
}

constexpr KernelDescription description{
    .summary = "for tests",
    .default_block = {32, 4},
    .orders = {2},
};
