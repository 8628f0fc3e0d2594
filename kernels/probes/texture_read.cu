// SPDX-License-Identifier: Apache-2.0
/// A thread a texel of a texture: reads at (col, row) and sums what it read. The texture's cache
/// holds tiles of both dimensions, so that square blocks need not be worse than flat ones.
/// The sum is stored only where `sums` is not null. A sum below 0 would be stored, too: no texel
/// is, but the compiler cannot know, so it neither drops the read nor moves it behind the branch.
__global__ void texture_read(cudaTextureObject_t texture, float* sums, int width, int height) {
  const int col = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int row = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (col >= width || row >= height) return;
  float sum = 0.0f;
  sum += tex2D<float>(texture, static_cast<float>(col), static_cast<float>(row));
  if (sums != nullptr || sum < 0.0f) sums[static_cast<long long>(row) * width + col] = sum;
}
