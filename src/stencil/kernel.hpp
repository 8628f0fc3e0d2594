// SPDX-License-Identifier: Apache-2.0
/// The one header that a kernel file includes. kernels/README.md explains how to add one.
#pragma once

#include "stencil/cuda_words.hpp"
#include "stencil/description.hpp"
#include "stencil/region.hpp"
#include "stencil/texture.hpp"
#include "stencil/update.hpp"

namespace ministencil {

/// Whether a thread at `at` of 0 to `extent` − 1 loads a layer of the rim before the first, or
/// beyond the last. A single layer is compared for equality: nvcc then schedules the march better,
/// which `shared_plane` feels.
template <int radius>
__device__ bool is_low_rim(int at) {
  return radius == 1 ? at == 0 : at < radius;
}
template <int radius>
__device__ bool is_high_rim(int at, int extent) {
  return radius == 1 ? at == extent - 1 : at >= extent - radius;
}

/// The block's dynamic shared memory as an array of T.
template <class T>
__device__ T* dynamic_shared() {
#ifdef __CUDACC__
  extern __shared__ __align__(16) unsigned char ministencil_dynamic_shared[];
  return reinterpret_cast<T*>(ministencil_dynamic_shared);
#else
  return static_cast<T*>(emulated_thread.dynamic_shared);
#endif
}

}  // namespace ministencil
