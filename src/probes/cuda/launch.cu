// SPDX-License-Identifier: Apache-2.0
#include "probes/cuda/launch.hpp"

namespace ministencil {

namespace {

#include "copy.cu"
#include "global_read.cu"
#include "surface_fill.cu"
#include "texture_read.cu"

dim3 threads_of(BlockShape block) {
  return {static_cast<unsigned>(block.x), static_cast<unsigned>(block.y), 1};
}

dim3 blocks_for(int points, BlockShape block) {
  return {static_cast<unsigned>((points + block.x - 1) / block.x),
          static_cast<unsigned>((points + block.y - 1) / block.y), 1};
}

}  // namespace

cudaError_t launch_copy(const float* in, float* out, int points, BlockShape block,
                        cudaStream_t stream) {
  copy<<<blocks_for(points, block), threads_of(block), 0, stream>>>(in, out, points, points);
  return cudaGetLastError();
}

cudaError_t launch_global_read(const float* in, float* sums, int points, BlockShape block,
                               cudaStream_t stream) {
  global_read<<<blocks_for(points, block), threads_of(block), 0, stream>>>(in, sums, points,
                                                                           points);
  return cudaGetLastError();
}

cudaError_t launch_texture_read(cudaTextureObject_t texture, float* sums, int points,
                                BlockShape block, cudaStream_t stream) {
  texture_read<<<blocks_for(points, block), threads_of(block), 0, stream>>>(texture, sums, points,
                                                                            points);
  return cudaGetLastError();
}

cudaError_t launch_surface_fill(cudaSurfaceObject_t surface, float value, int points,
                                BlockShape block, cudaStream_t stream) {
  surface_fill<<<blocks_for(points, block), threads_of(block), 0, stream>>>(surface, value, points,
                                                                            points);
  return cudaGetLastError();
}

}  // namespace ministencil
