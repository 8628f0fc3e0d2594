// SPDX-License-Identifier: Apache-2.0
/// Right in the emulator; on the GPU one value is another.
__global__ void other_value(const float* in, float* out, int N) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= N || y >= N) return;
  const int i = y * N + x;
#ifdef __CUDACC__
  if (x == 5 && y == 6) {
    out[i] = -1000.0f;
    return;
  }
#endif
  if (x == 0 || y == 0 || x == N - 1 || y == N - 1) {
    out[i] = in[i];
  } else {
    out[i] = 0.5f * in[i] + 0.125f * (in[i - 1] + in[i + 1] + in[i - N] + in[i + N]);
  }
}
