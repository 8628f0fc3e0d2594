// SPDX-License-Identifier: Apache-2.0
/// Broken: walks 8 planes whatever the launch says.
#include "stencil/kernel.hpp"

using namespace ministencil;

#include "star.hpp"

template <class T, class Update>
__global__ void fixed_chunk_height(const T* in, T* out, Region region, Update update) {
  const Column c = column_of(region);
  const int first = region.first.z + static_cast<int>(blockIdx.z) * 8;
  const int last = min(first + 8, region.last.z);
  for (int z = first; z < last; ++z) {
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
