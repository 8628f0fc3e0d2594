// SPDX-License-Identifier: Apache-2.0
/// 2D: a tile and its ring in shared memory, each value loaded once a block.
#include <cuda_runtime.h>

constexpr int width = 32, height = 8;

__global__ void square_halo_tile(const float* __restrict__ in, float* __restrict__ out, int N) {
  __shared__ float tile[height + 2][width + 2];
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  const int x = blockIdx.x * width + threadIdx.x, y = blockIdx.y * height + threadIdx.y;
  const int load_x = min(x, N - 1), load_y = min(y, N - 1);
  if (threadIdx.x == 0 && threadIdx.y == 0) {
    tile[0][0] = tile[0][width + 1] = tile[height + 1][0] = tile[height + 1][width + 1] = 0;
  }
  tile[ty][tx] = in[load_y * N + load_x];
  if (threadIdx.x == 0) tile[ty][0] = in[load_y * N + max(load_x - 1, 0)];
  if (threadIdx.x == width - 1) tile[ty][width + 1] = in[load_y * N + min(x + 1, N - 1)];
  if (threadIdx.y == 0) tile[0][tx] = in[max(load_y - 1, 0) * N + load_x];
  if (threadIdx.y == height - 1) tile[height + 1][tx] = in[min(y + 1, N - 1) * N + load_x];
  __syncthreads();
  if (x >= N || y >= N) return;
  const float c = tile[ty][tx];
  if (x == 0 || y == 0 || x == N - 1 || y == N - 1) {
    out[y * N + x] = c;
  } else {
    out[y * N + x] = 0.5f * c + 0.125f * (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] +
                                          tile[ty + 1][tx]);
  }
}
