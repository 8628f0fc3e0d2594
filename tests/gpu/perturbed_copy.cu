// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/runtime.hpp"
#include "gpu/perturbed_copy.hpp"

namespace ministencil::testing_support {

namespace {

constexpr int threads = 1024, values_a_thread = 4;

/// What multiplies every value. Arguments, so that the compiler does not know that they are 1.
struct Ones {
  float x, y, z, w;
};

/// Four chains side by side, so that a warp rarely waits for the operation before.
__device__ float4 multiplied(float4 u, const Ones& one) {
  for (int turn = 0; turn < 2048; ++turn) {
    u.x *= one.x;
    u.y *= one.y;
    u.z *= one.z;
    u.w *= one.w;
  }
  return u;
}

/// One chain by the first warp, for which all others wait.
__device__ float4 multiplied_by_turns(float4 u, const Ones& one) {
  for (int turn = 0; turn < 64; ++turn) {
    if (threadIdx.x < warpSize) {
      for (int i = 0; i < 64; ++i) u.x *= one.x;
    }
    __syncthreads();
  }
  return u;
}

template <Perturbation perturbation>
__global__ void copy_vectors(const float4* __restrict__ from, float4* __restrict__ to, Ones one) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const float4 u = from[i];
  if constexpr (perturbation == Perturbation::arithmetic) {
    to[i] = multiplied(u, one);
  } else if constexpr (perturbation == Perturbation::barriers) {
    to[i] = multiplied_by_turns(u, one);
  } else {
    to[i] = u;
  }
}

auto* kernel_of(Perturbation perturbation) {
  switch (perturbation) {
    case Perturbation::arithmetic:
      return &copy_vectors<Perturbation::arithmetic>;
    case Perturbation::barriers:
      return &copy_vectors<Perturbation::barriers>;
    default:
      return &copy_vectors<Perturbation::none>;
  }
}

}  // namespace

void copy_perturbed(Perturbation perturbation, const float* from, float* to, Index elements) {
  const auto blocks = static_cast<unsigned>(elements / (threads * values_a_thread));
  kernel_of(perturbation)<<<blocks, threads>>>(reinterpret_cast<const float4*>(from),
                                               reinterpret_cast<float4*>(to), Ones{1, 1, 1, 1});
  check_cuda(cudaGetLastError(), "launch the copy");
  check_cuda(cudaDeviceSynchronize(), "complete the copy");
}

}  // namespace ministencil::testing_support
