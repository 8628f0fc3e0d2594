// SPDX-License-Identifier: Apache-2.0
/// Broken: drops the sign of what it computes.
__global__ void absolute_values(const float* in, float* out, int N) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int height = (N + gridDim.z - 1) / gridDim.z;
  const int first = blockIdx.z * height, last = min(first + height, N);
  if (x >= N || y >= N) return;
  for (int z = first; z < last; ++z) {
    const int i = (z * N + y) * N + x, p = N * N;
    const bool is_border = x == 0 || y == 0 || z == 0 || x == N - 1 || y == N - 1 || z == N - 1;
    float u = in[i];
    if (!is_border) {
      u = 0.25f * u +
          0.125f * (in[i - 1] + in[i + 1] + in[i - N] + in[i + N] + in[i - p] + in[i + p]);
      u = fabsf(u);
    }
    out[i] = u;
  }
}
