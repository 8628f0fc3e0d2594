// SPDX-License-Identifier: Apache-2.0
/// Every thread returns two barriers later than the one before it.
#include "stencil/kernel.hpp"

using namespace ministencil;

template <class T, class Update>
__global__ void early_return(const T* __restrict__ in, T* __restrict__ out, Region region, Update) {
  const int lane = static_cast<int>(threadIdx.x), width = static_cast<int>(blockDim.x);
  T* const shared = dynamic_shared<T>();
  shared[lane] = in[lane];
  for (int turn = 0; turn < width; ++turn) {
    __syncthreads();
    if (lane == turn) {
      out[lane] = shared[width - 1];
      return;
    }
    __syncthreads();  // without those that returned
    if (lane == width - 1) shared[lane] = shared[lane] + T(region.chunk);
  }
}

constexpr KernelDescription description{
    .summary = "for tests",
    .default_block = {32, 1},
    .has_barriers = true,
    .shared_bytes = [](BlockShape block, std::size_t element_bytes,
                       int) { return block.threads() * element_bytes; },
};
