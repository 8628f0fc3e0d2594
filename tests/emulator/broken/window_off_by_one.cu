// SPDX-License-Identifier: Apache-2.0
/// Broken: the plane behind rotates one step too far.
#include "stencil/kernel.hpp"

using namespace ministencil;

#include "star.hpp"

template <class T, class Update>
__global__ void window_off_by_one(const T* in, T* out, Region region, Update update) {
  const Column c = column_of(region);
  if (!is_inside(region, c.x, c.y) || c.z_first >= c.z_last) return;
  const T* at = in + region.offset(c.x, c.y, c.z_first);
  T behind = c.z_first > region.readable_first.z ? at[-region.plane] : T(0);
  T current = at[0];
  for (int z = c.z_first; z < c.z_last; ++z) {
    const T ahead = z + 1 < region.readable_last.z ? at[region.plane] : T(0);
    T* const target = out + region.offset(c.x, c.y, z);
    if (region.is_fixed(c.x, c.y, z)) {
      target[0] = current;
    } else {
      target[0] =
          update(current, at[-1], at[1], at[-region.pitch], at[region.pitch], behind, ahead);
    }
    behind = ahead;  // has to be current
    current = ahead;
    at += region.plane;
  }
}

constexpr KernelDescription description{
    .summary = "for tests",
    .default_block = {32, 4},
    .orders = {2},
};
