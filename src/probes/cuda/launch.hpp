// SPDX-License-Identifier: Apache-2.0
/// Launches of the probes over a square of `points` × `points` texels.
/// Asynchronous; each returns the launch's status.
#pragma once

#include <cuda_runtime.h>

#include "stencil/description.hpp"

namespace ministencil {

cudaError_t launch_copy(const float* in, float* out, int points, BlockShape block,
                        cudaStream_t stream);

/// `sums` may be null: then nothing is stored.
cudaError_t launch_global_read(const float* in, float* sums, int points, BlockShape block,
                               cudaStream_t stream);
cudaError_t launch_texture_read(cudaTextureObject_t texture, float* sums, int points,
                                BlockShape block, cudaStream_t stream);

cudaError_t launch_surface_fill(cudaSurfaceObject_t surface, float value, int points,
                                BlockShape block, cudaStream_t stream);

}  // namespace ministencil
