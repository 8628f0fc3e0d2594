// SPDX-License-Identifier: Apache-2.0
/// Broken: walks 16 planes whatever the launch says.
__global__ void fixed_chunk_height(const float* in, float* out, int N) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int height = 16;
  const int first = blockIdx.z * height, last = min(first + height, N);
  if (x >= N || y >= N) return;
  for (int z = first; z < last; ++z) {
    const int i = (z * N + y) * N + x;
    const bool is_border = x == 0 || y == 0 || z == 0 || x == N - 1 || y == N - 1 || z == N - 1;
    if (is_border) {
      out[i] = in[i];
    } else {
      out[i] = 0.25f * in[i] + 0.125f * (in[i - 1] + in[i + 1] + in[i - N] + in[i + N] +
                                         in[i - N * N] + in[i + N * N]);
    }
  }
}
