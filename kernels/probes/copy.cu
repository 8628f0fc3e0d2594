// SPDX-License-Identifier: Apache-2.0
/// A thread a texel of an array of `width` × `height`: one load, one store. What a block's shape
/// alone does to the speed of memory.
__global__ void copy(const float* __restrict__ in, float* __restrict__ out, int width, int height) {
  const int col = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int row = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (col >= width || row >= height) return;
  const long long at = static_cast<long long>(row) * width + col;
  out[at] = in[at];
}
