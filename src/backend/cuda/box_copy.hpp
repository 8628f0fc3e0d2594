// SPDX-License-Identifier: Apache-2.0
/// Copies and reflects boxes of a field on the device.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

namespace ministencil {

/// Elements between neighbours of one array along x, y, z, from the element of the box's first
/// point.
struct Strides {
  std::int64_t x, y, z;
};

/// target[p · to] = source[p · from] for all points p of a box of `width` × `height` × `depth`.
/// Asynchronous; returns the launch's status.
template <class T>
cudaError_t copy_strided(const T* source, Strides from, T* target, Strides to, std::int64_t width,
                         std::int64_t height, std::int64_t depth, cudaStream_t stream);

/// target[p · to] = 2·face[p · across] − source[p · from] for all points p of such a box.
/// Asynchronous; returns the launch's status.
template <class T>
cudaError_t reflect_strided(const T* source, Strides from, const T* face, Strides across, T* target,
                            Strides to, std::int64_t width, std::int64_t height, std::int64_t depth,
                            cudaStream_t stream);

}  // namespace ministencil
