// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "backend/cuda/box_copy.hpp"

namespace ministencil {

namespace {

constexpr int threads_a_block = 256;
constexpr std::int64_t most_blocks = 4096;  // enough to fill any GPU; more would only queue

/// One element a thread and round: x is fastest, so that rows are read and written together.
template <class T>
__global__ void copy_elements(const T* __restrict__ source, Strides from, T* __restrict__ target,
                              Strides to, std::int64_t width, std::int64_t height,
                              std::int64_t elements) {
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < elements;
       i += threads) {
    const std::int64_t x = i % width, row = i / width, y = row % height, z = row / height;
    target[x * to.x + y * to.y + z * to.z] = source[x * from.x + y * from.y + z * from.z];
  }
}

}  // namespace

template <class T>
cudaError_t copy_strided(const T* source, Strides from, T* target, Strides to, std::int64_t width,
                         std::int64_t height, std::int64_t depth, cudaStream_t stream) {
  const std::int64_t elements = width * height * depth;
  if (elements == 0) return cudaSuccess;
  const auto blocks = std::min((elements + threads_a_block - 1) / threads_a_block, most_blocks);
  copy_elements<<<static_cast<unsigned>(blocks), threads_a_block, 0, stream>>>(
      source, from, target, to, width, height, elements);
  return cudaGetLastError();
}

template cudaError_t copy_strided(const float*, Strides, float*, Strides, std::int64_t,
                                  std::int64_t, std::int64_t, cudaStream_t);
template cudaError_t copy_strided(const double*, Strides, double*, Strides, std::int64_t,
                                  std::int64_t, std::int64_t, cudaStream_t);

}  // namespace ministencil
