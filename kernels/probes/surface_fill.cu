// SPDX-License-Identifier: Apache-2.0
/// A thread a texel of a surface: one write of `value`. Surfaces take the column in bytes.
__global__ void surface_fill(cudaSurfaceObject_t surface, float value, int width, int height) {
  const int col = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int row = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (col >= width || row >= height) return;
  surf2Dwrite(value, surface, col * static_cast<int>(sizeof(float)), row);
}
