// SPDX-License-Identifier: Apache-2.0
/// A kernel file compiled by nvcc, as addresses that the CUDA runtime launches.
#pragma once

#include <span>

#include "stencil/order.hpp"

namespace ministencil {

/// Address of the kernel's instance for each form of the update; null for an order or a precision
/// that the kernel does not take.
struct CudaInstances {
  const void *isotropic, *anisotropic;
};
struct InstancesByRadius {
  CudaInstances of[largest_radius];  // radius 1 first
};

struct CudaEntry {
  const char* name;
  int dimensions;
  InstancesByRadius float32, float64;

  template <class T>
  const CudaInstances& instances(int radius) const {
    if constexpr (sizeof(T) == 4) {
      return float32.of[radius - 1];
    } else {
      return float64.of[radius - 1];
    }
  }
};

/// The kernels of the folders kernels/2d and kernels/3d.
std::span<const CudaEntry* const> cuda_catalogue();

}  // namespace ministencil
