// SPDX-License-Identifier: Apache-2.0
/// What the kernels here have in common.
#pragma once

/// Walks the thread's column; `star(in + at)` is the new value of a point that is not fixed.
template <class T, class Star>
__device__ void march(const T* in, T* out, const Region& region, const Star& star) {
  const int x = region.first.x + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = region.first.y + static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  const int z_first = region.first.z + static_cast<int>(blockIdx.z) * region.chunk;
  const int z_last = min(z_first + region.chunk, region.last.z);
  if (x >= region.last.x || y >= region.last.y) return;
  for (int z = z_first; z < z_last; ++z) {
    const std::int64_t at = region.offset(x, y, z);
    if (region.is_fixed(x, y, z)) {
      out[at] = in[at];
    } else {
      out[at] = star(in + at);
    }
  }
}
