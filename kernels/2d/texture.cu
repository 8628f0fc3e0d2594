// SPDX-License-Identifier: Apache-2.0
/// Every value read through a 2D texture and written through a surface, a thread a point. The
/// texture's cache holds tiles of both dimensions, so that square blocks need not be worse than
/// flat ones.
#include "stencil/kernel.hpp"

using namespace ministencil;

template <class T, class Update>
__global__ void texture(Texture<T> in, Surface<T> out, Region region, Update update) {
  const int x = region.first.x + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int y = region.first.y + static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (x >= region.last.x || y >= region.last.y) return;

  const T u = in.at(region, x, y);
  T sum = u;
  if (!region.is_fixed(x, y)) {
    sum = update.begin(u);
    MINISTENCIL_UNROLL
    for (int d = 1; d <= Update::radius; ++d) {
      sum = update.add(d, sum, in.at(region, x - d, y), in.at(region, x + d, y),
                       in.at(region, x, y - d), in.at(region, x, y + d));
    }
  }
  out.set(region, x, y, sum);
}

constexpr KernelDescription description{
    .summary = "a thread a point, every point of the star through a texture",
    .dimensions = 2,
    .default_block = {16, 16},
    .marches = false,
    .textures = true,
    .precisions = {Precision::float32, Precision::float32},
};
