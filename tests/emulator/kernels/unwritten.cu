// SPDX-License-Identifier: Apache-2.0
/// Reads shared memory that nothing has written.
#include "stencil/kernel.hpp"

using namespace ministencil;

template <class T, class Update>
__global__ void unwritten(const T* __restrict__ in, T* __restrict__ out, Region region, Update) {
  const int lane = static_cast<int>(threadIdx.x);
  T* const shared = dynamic_shared<T>();
  if (region.chunk < 0) shared[lane] = in[lane];
  __syncthreads();
  out[lane] = shared[lane];
}

constexpr KernelDescription description{
    .summary = "for tests",
    .default_block = {32, 1},
    .has_barriers = true,
    .shared_bytes = [](BlockShape block, std::size_t element_bytes,
                       int) { return block.threads() * element_bytes; },
};
