// SPDX-License-Identifier: Apache-2.0
/// The reads and sums of texture_read.cu from an array of `width` × `height`, by the load-store
/// unit: what the texture's rate is held against.
__global__ void global_read(const float* __restrict__ in, float* sums, int width, int height) {
  const int col = static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x);
  const int row = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  if (col >= width || row >= height) return;
  const long long at = static_cast<long long>(row) * width + col;
  float sum = 0.0f;
  sum += in[at];
  if (sums != nullptr || sum < 0.0f) sums[at] = sum;
}
