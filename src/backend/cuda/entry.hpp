// SPDX-License-Identifier: Apache-2.0
/// A kernel file compiled by nvcc, as addresses that the CUDA runtime launches.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

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

/// What a plain kernel is called with after its fields: not a region and an update, but N and
/// numbers, 64 bits each, of which a narrower parameter takes the lower ones.
struct PlainNumbers {
  std::vector<std::uint64_t> after_n;
};

struct CudaEntry {
  const char* name;
  int dimensions;
  InstancesByRadius float32, float64;
  const PlainNumbers* plain = nullptr;  // null for a variant

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
