// SPDX-License-Identifier: Apache-2.0
/// Moves boxes of a field that lies in a CUDA array, through its surface. Coordinates are texels.
#pragma once

#include <cuda_runtime.h>

#include <cstdint>

#include "stencil/region.hpp"

namespace ministencil {

/// What a kernel with textures takes in place of a pointer (stencil/texture.hpp).
struct ArrayArgument {
  unsigned long long object;  // texture or surface
  Point origin;
};

/// An array with surface loads and stores of float; a flat one has two dimensions.
struct TexelArray {
  cudaSurfaceObject_t surface;
  bool is_flat;
};

// All of these are asynchronous and return the launch's status.

/// The box of `extent` from `first` on, rows back to back, and the way back.
cudaError_t pack_texels(TexelArray array, Point first, Point extent, float* packed,
                        cudaStream_t stream);
cudaError_t unpack_texels(const float* packed, TexelArray array, Point first, Point extent,
                          cudaStream_t stream);

/// array[to + p] = array[from + p · step] for all points p of a box of `extent`, each step 1 or −1.
cudaError_t copy_texels(TexelArray array, Point from, Point step, Point to, Point extent,
                        cudaStream_t stream);

/// array[to + p] = 2·array[face + p · across] − array[from + p · step], steps from −1 to 1.
cudaError_t reflect_texels(TexelArray array, Point from, Point step, Point face, Point across,
                           Point to, Point extent, cudaStream_t stream);

cudaError_t fill_texels(TexelArray array, Point extent, float value, cudaStream_t stream);

}  // namespace ministencil
