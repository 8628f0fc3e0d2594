// SPDX-License-Identifier: Apache-2.0
/// 2D: a block walks a strip downwards, the rows above and at the point in registers.
__global__ void square_rolled_strip(const float* in, float* out, int N) {
  __shared__ float row[258];
  const int t = threadIdx.x + 1, x = blockIdx.x * 256 + threadIdx.x, load_x = min(x, N - 1);
  const int rows = (N + gridDim.y - 1) / gridDim.y;
  const int first = blockIdx.y * rows, last = min(first + rows, N);
  if (first >= N) return;
  float above = first > 0 ? in[(first - 1) * N + load_x] : 0.0f;
  float c = in[first * N + load_x];
  for (int y = first; y < last; ++y) {
    const float below = y + 1 < N ? in[(y + 1) * N + load_x] : 0.0f;
    row[t] = c;
    if (threadIdx.x == 0) row[0] = in[y * N + max(load_x - 1, 0)];
    if (threadIdx.x == 255) row[257] = in[y * N + min(x + 1, N - 1)];
    __syncthreads();
    if (x < N) {
      if (x == 0 || y == 0 || x == N - 1 || y == N - 1) {
        out[y * N + x] = c;
      } else {
        out[y * N + x] = 0.5f * c + 0.125f * (row[t - 1] + row[t + 1] + above + below);
      }
    }
    __syncthreads();
    above = c;
    c = below;
  }
}
