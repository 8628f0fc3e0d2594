// SPDX-License-Identifier: Apache-2.0
/// Broken: reads a corner of the tile that nobody fills.
__global__ void unwritten_corner(const float* in, float* out, int N) {
  __shared__ float tile[18][34];
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  const int load_x = min(x, N - 1), load_y = min(y, N - 1);
  const int height = (N + gridDim.z - 1) / gridDim.z;
  const int first = blockIdx.z * height, last = min(first + height, N);
  for (int z = first; z < last; ++z) {
    const float* plane = in + z * N * N;
    __syncthreads();
    tile[ty][tx] = plane[load_y * N + load_x];
    if (threadIdx.x == 0) tile[ty][0] = plane[load_y * N + max(load_x - 1, 0)];
    if (threadIdx.x == 31) tile[ty][33] = plane[load_y * N + min(x + 1, N - 1)];
    if (threadIdx.y == 0) tile[0][tx] = plane[max(load_y - 1, 0) * N + load_x];
    if (threadIdx.y == 15) tile[17][tx] = plane[min(y + 1, N - 1) * N + load_x];
    __syncthreads();
    if (x < N && y < N) {
      const int i = (z * N + y) * N + x;
      const float c = tile[ty][tx];
      if (x == 0 || y == 0 || z == 0 || x == N - 1 || y == N - 1 || z == N - 1) {
        out[i] = c;
      } else {
        out[i] = 0.25f * c +
                 0.125f * (tile[ty][tx - 1] + tile[ty][tx + 1] + tile[ty - 1][tx] +
                           tile[ty + 1][tx] + in[i - N * N] + in[i + N * N]) +
                 0.0f * tile[ty - 1][tx - 1];
      }
    }
  }
}
