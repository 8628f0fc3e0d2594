// SPDX-License-Identifier: Apache-2.0
/// Right in the emulator; on the GPU one thread never ends.
__global__ void endless(const float* in, float* out, int N) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= N || y >= N) return;
  const int i = y * N + x;
#ifdef __CUDACC__
  if (i == 0) {
    while (*(volatile const float*)in == in[0]) {
    }
  }
#endif
  if (x == 0 || y == 0 || x == N - 1 || y == N - 1) {
    out[i] = in[i];
  } else {
    out[i] = 0.5f * in[i] + 0.125f * (in[i - 1] + in[i + 1] + in[i - N] + in[i + N]);
  }
}
