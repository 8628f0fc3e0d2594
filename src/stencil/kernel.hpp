// SPDX-License-Identifier: Apache-2.0
/// The one header that a kernel file includes. kernels/README.md explains how to add one.
#pragma once

#include "stencil/cuda_words.hpp"
#include "stencil/description.hpp"
#include "stencil/region.hpp"
#include "stencil/update.hpp"

namespace ministencil {

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
