// SPDX-License-Identifier: Apache-2.0
/// 3D: planes behind, here and ahead rotate through registers; the one here is shared.
__global__ void cube_rotated(const float* __restrict__ in, float* __restrict__ out, int N) {
  __shared__ float tile[18][34];
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  const int load_x = min(x, N - 1), load_y = min(y, N - 1);
  const int planes = (N + gridDim.z - 1) / gridDim.z;
  const int first = blockIdx.z * planes, last = min(first + planes, N);
  if (first >= N) return;
  const size_t area = (size_t)N * N;
  const float* column = in + load_y * N + load_x;
  float behind = first > 0 ? column[(first - 1) * area] : 0.0f;
  float current = column[first * area];
  for (int z = first; z < last; ++z) {
    const float ahead = z + 1 < N ? column[(z + 1) * area] : 0.0f;
    const float* plane = in + z * area;
    __syncthreads();
    tile[ty][tx] = current;
    if (threadIdx.x == 0) tile[ty][0] = plane[load_y * N + max(load_x - 1, 0)];
    if (threadIdx.x == 31) tile[ty][33] = plane[load_y * N + min(x + 1, N - 1)];
    if (threadIdx.y == 0) tile[0][tx] = plane[max(load_y - 1, 0) * N + load_x];
    if (threadIdx.y == 15) tile[17][tx] = plane[min(y + 1, N - 1) * N + load_x];
    __syncthreads();
    if (x < N && y < N) {
      const size_t i = z * area + y * N + x;
      if (x == 0 || y == 0 || z == 0 || x == N - 1 || y == N - 1 || z == N - 1) {
        out[i] = current;
      } else {
        out[i] = 0.25f * current + 0.125f * (tile[ty][tx - 1] + tile[ty][tx + 1] +
                                             tile[ty - 1][tx] + tile[ty + 1][tx] + behind + ahead);
      }
    }
    behind = current;
    current = ahead;
  }
}
