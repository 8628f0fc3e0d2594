// SPDX-License-Identifier: Apache-2.0
/// A warp a row, 16 bytes a lane, copied but for each lane's first element: that becomes the sum of
/// the elements before and after the lane's. One load and one store a lane; neighbours come from
/// other lanes by shuffles, at the row's ends by loads of their own.
#include "stencil/kernel.hpp"

using namespace ministencil;

template <class T>
struct Wide;
template <>
struct Wide<float> {
  using Type = float4;
};
template <>
struct Wide<double> {
  using Type = double2;
};

__device__ float last_of(const float4& vector) { return vector.w; }
__device__ double last_of(const double2& vector) { return vector.y; }

template <class T, class Update>
__global__ void vector_shuffle(const T* __restrict__ in, T* __restrict__ out, Region region,
                               Update) {
  using Vector = typename Wide<T>::Type;
  constexpr int elements = sizeof(Vector) / sizeof(T);
  const int lane = static_cast<int>(threadIdx.x);
  for (int row = 0; row < region.chunk; ++row) {
    const T* const source = in + row * region.pitch + elements * lane;
    T* const target = out + row * region.pitch + elements * lane;
    Vector here = *reinterpret_cast<const Vector*>(source);
    T west = __shfl_up_sync(0xffffffffu, last_of(here), 1);
    T east = __shfl_down_sync(0xffffffffu, here.x, 1);
    if (lane == 0) west = __ldg(source - 1);
    if (lane == 31) east = __ldg(source + elements);
    here.x = west + east;
    __stcs(reinterpret_cast<Vector*>(target), here);
  }
}

constexpr KernelDescription description{
    .summary = "for tests",
    .default_block = {32, 1},
    .uses_shuffles = true,
};
