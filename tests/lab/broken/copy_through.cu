// SPDX-License-Identifier: Apache-2.0
/// Broken: copies every point.
__global__ void copy_through(const float* in, float* out, int N) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int height = (N + gridDim.z - 1) / gridDim.z;
  const int first = blockIdx.z * height, last = min(first + height, N);
  if (x >= N || y >= N) return;
  for (int z = first; z < last; ++z) {
    const int i = (z * N + y) * N + x;
    const bool is_border = x == 0 || y == 0 || z == 0 || x == N - 1 || y == N - 1 || z == N - 1;
    out[i] = is_border ? in[i] : in[i] + 0.0f * (float)height;
  }
}
