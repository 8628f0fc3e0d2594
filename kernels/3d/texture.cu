// SPDX-License-Identifier: Apache-2.0
/// The march of naive.cu with every value read through a 3D texture and written through a surface.
/// A texture's cache holds small boxes of all three dimensions, and its unit finds the address; but
/// it looks up fewer values a cycle than the load-store unit, and each is a request of its own.
/// The march stays a loop: unrolled, the compiler would keep texels of one plane for the next.
#include "stencil/kernel.hpp"

using namespace ministencil;

template <class T, class Update>
__global__ void texture(Texture<T> in, Surface<T> out, Region region, Update update) {
  const int x = region.first.x + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = region.first.y + static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  const int z_first = region.first.z + static_cast<int>(blockIdx.z) * region.chunk;
  const int z_last = min(z_first + region.chunk, region.last.z);
  if (x >= region.last.x || y >= region.last.y) return;

  MINISTENCIL_ROLLED
  for (int z = z_first; z < z_last; ++z) {
    const T u = in.at(region, x, y, z);
    T sum = u;
    if (!region.is_fixed(x, y, z)) {
      sum = update.begin(u);
      MINISTENCIL_UNROLL
      for (int d = 1; d <= Update::radius; ++d) {
        sum = update.add(d, sum, in.at(region, x - d, y, z), in.at(region, x + d, y, z),
                         in.at(region, x, y - d, z), in.at(region, x, y + d, z),
                         in.at(region, x, y, z - d), in.at(region, x, y, z + d));
      }
    }
    out.set(region, x, y, z, sum);
  }
}

constexpr KernelDescription description{
    .summary = "a thread a column, every point of the star through a texture",
    .default_block = {32, 16},
    .textures = true,
    .precisions = {Precision::float32, Precision::float32},
};
