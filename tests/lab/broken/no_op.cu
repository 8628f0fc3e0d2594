// SPDX-License-Identifier: Apache-2.0
/// Broken: does nothing.
__global__ void no_op(const float* in, float* out, int N) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int height = (N + gridDim.z - 1) / gridDim.z;
  const int first = blockIdx.z * height, last = min(first + height, N);
  if (x >= N || y >= N) return;
  for (int z = first; z < last; ++z) {
    const int i = (z * N + y) * N + x;
    const bool is_border = x == 0 || y == 0 || z == 0 || x == N - 1 || y == N - 1 || z == N - 1;
    if (N < 0) out[i] = is_border ? in[i] : 0;
  }
}
