// SPDX-License-Identifier: Apache-2.0
/// A kernel file compiled by nvcc, as addresses that the CUDA runtime launches.
#pragma once

#include <span>

namespace ministencil {

/// Address of the kernel's instance for each form of the update.
struct CudaInstances {
  const void *isotropic, *anisotropic;
};

struct CudaEntry {
  const char* name;
  CudaInstances float32, float64;

  template <class T>
  const CudaInstances& instances() const {
    if constexpr (sizeof(T) == 4) {
      return float32;
    } else {
      return float64;
    }
  }
};

/// The kernels of the folder kernels/, by name.
std::span<const CudaEntry* const> cuda_catalogue();

}  // namespace ministencil
