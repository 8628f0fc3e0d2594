// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "backend/cuda/box_copy.hpp"

namespace ministencil {

namespace {

constexpr int threads_a_block = 256;
constexpr std::int64_t most_blocks = 4096;  // enough to fill any GPU; more would only queue

/// A point of a box, counted row by row.
struct BoxPoint {
  std::int64_t x, y, z;

  __device__ BoxPoint(std::int64_t i, std::int64_t width, std::int64_t height)
      : x(i % width), y(i / width % height), z(i / width / height) {}
  __device__ std::int64_t at(const Strides& s) const { return x * s.x + y * s.y + z * s.z; }
};

/// One element a thread and round: x is fastest, so that rows are read and written together.
template <class T>
__global__ void copy_elements(const T* __restrict__ source, Strides from, T* __restrict__ target,
                              Strides to, std::int64_t width, std::int64_t height,
                              std::int64_t elements) {
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < elements;
       i += threads) {
    const BoxPoint p(i, width, height);
    target[p.at(to)] = source[p.at(from)];
  }
}

template <class T>
__global__ void reflect_elements(const T* __restrict__ source, Strides from,
                                 const T* __restrict__ face, Strides across, T* __restrict__ target,
                                 Strides to, std::int64_t width, std::int64_t height,
                                 std::int64_t elements) {
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < elements;
       i += threads) {
    const BoxPoint p(i, width, height);
    const T wall = face[p.at(across)];
    target[p.at(to)] = (wall + wall) - source[p.at(from)];
  }
}

unsigned blocks_for(std::int64_t elements) {
  return static_cast<unsigned>(
      std::min((elements + threads_a_block - 1) / threads_a_block, most_blocks));
}

}  // namespace

template <class T>
cudaError_t copy_strided(const T* source, Strides from, T* target, Strides to, std::int64_t width,
                         std::int64_t height, std::int64_t depth, cudaStream_t stream) {
  const std::int64_t elements = width * height * depth;
  if (elements == 0) return cudaSuccess;
  copy_elements<<<blocks_for(elements), threads_a_block, 0, stream>>>(source, from, target, to,
                                                                      width, height, elements);
  return cudaGetLastError();
}

template <class T>
cudaError_t reflect_strided(const T* source, Strides from, const T* face, Strides across, T* target,
                            Strides to, std::int64_t width, std::int64_t height, std::int64_t depth,
                            cudaStream_t stream) {
  const std::int64_t elements = width * height * depth;
  if (elements == 0) return cudaSuccess;
  reflect_elements<<<blocks_for(elements), threads_a_block, 0, stream>>>(
      source, from, face, across, target, to, width, height, elements);
  return cudaGetLastError();
}

template cudaError_t copy_strided(const float*, Strides, float*, Strides, std::int64_t,
                                  std::int64_t, std::int64_t, cudaStream_t);
template cudaError_t copy_strided(const double*, Strides, double*, Strides, std::int64_t,
                                  std::int64_t, std::int64_t, cudaStream_t);
template cudaError_t reflect_strided(const float*, Strides, const float*, Strides, float*, Strides,
                                     std::int64_t, std::int64_t, std::int64_t, cudaStream_t);
template cudaError_t reflect_strided(const double*, Strides, const double*, Strides, double*,
                                     Strides, std::int64_t, std::int64_t, std::int64_t,
                                     cudaStream_t);

}  // namespace ministencil
