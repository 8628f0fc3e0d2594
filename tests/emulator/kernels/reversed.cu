// SPDX-License-Identifier: Apache-2.0
/// Reverses each row within its block, through shared memory, as often as the chunk says.
#include "stencil/kernel.hpp"

using namespace ministencil;

template <class T, class Update>
__global__ void reversed(const T* __restrict__ in, T* __restrict__ out, Region region, Update) {
  const int lane = static_cast<int>(threadIdx.x), width = static_cast<int>(blockDim.x);
  const int first = static_cast<int>(blockIdx.x) * width;
  T* const shared = dynamic_shared<T>();
  T value = in[first + lane];
  for (int turn = 0; turn < region.chunk; ++turn) {
    shared[lane] = value;
    __syncthreads();
    value = shared[width - 1 - lane];
    __syncthreads();
  }
  out[first + lane] = value;
}

constexpr KernelDescription description{
    .summary = "for tests",
    .default_block = {32, 1},
    .has_barriers = true,
    .shared_bytes = [](BlockShape block, std::size_t element_bytes,
                       int) { return block.threads() * element_bytes; },
};
