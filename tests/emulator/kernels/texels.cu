// SPDX-License-Identifier: Apache-2.0
/// For tests: every thread reads two texels and writes their sum; lanes of odd number read a third.
#include "stencil/kernel.hpp"

using namespace ministencil;

template <class T, class Update>
__global__ void texels(Texture<T> in, Surface<T> out, Region region, Update) {
  const int x = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  T sum = in.at(region, x, 0) + in.at(region, x + 1, 0);
  if (x % 2 == 1) sum += in.at(region, x + 2, 0);
  out.set(region, x, 0, sum);
}

constexpr KernelDescription description{
    .summary = "for tests",
    .default_block = {32, 1},
    .textures = true,
    .orders = {2},
    .precisions = {Precision::float32, Precision::float32},
};
