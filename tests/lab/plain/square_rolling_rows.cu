// SPDX-License-Identifier: Apache-2.0
/// 2D: a block walks a strip downwards, three rows in a rolling shared buffer.
constexpr int width = 256;

__device__ void load_row(float* row, const float* in, int N, int x, int y) {
  const float* from = in + min(y, N - 1) * N;
  row[threadIdx.x + 1] = from[min(x, N - 1)];
  if (threadIdx.x == 0) row[0] = from[min(max(x - 1, 0), N - 1)];
  if (threadIdx.x == width - 1) row[width + 1] = from[min(x + 1, N - 1)];
}

__global__ void square_rolling_rows(const float* in, float* out, int N) {
  __shared__ float rows[3][width + 2];
  const int t = threadIdx.x + 1, x = blockIdx.x * width + threadIdx.x;
  const int height = (N + gridDim.y - 1) / gridDim.y;
  const int first = blockIdx.y * height, last = min(first + height, N);
  if (first >= N) return;
  if (first > 0) load_row(rows[(first + 2) % 3], in, N, x, first - 1);
  load_row(rows[first % 3], in, N, x, first);
  for (int y = first; y < last; ++y) {
    if (y + 1 < N) load_row(rows[(y + 1) % 3], in, N, x, y + 1);
    __syncthreads();
    const float* here = rows[y % 3] + t;
    if (x < N) {
      if (x == 0 || y == 0 || x == N - 1 || y == N - 1) {
        out[y * N + x] = here[0];
      } else {
        out[y * N + x] = 0.5f * here[0] + 0.125f * (here[-1] + here[1] + rows[(y + 2) % 3][t] +
                                                    rows[(y + 1) % 3][t]);
      }
    }
    __syncthreads();
  }
}
