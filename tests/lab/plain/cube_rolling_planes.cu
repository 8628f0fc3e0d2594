// SPDX-License-Identifier: Apache-2.0
/// 3D: three planes and their rims in a rolling shared buffer.
__device__ void load_plane(float (*tile)[34], const float* plane, int N, int x, int y) {
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  const int load_x = min(x, N - 1), load_y = min(y, N - 1);
  tile[ty][tx] = plane[load_y * N + load_x];
  if (threadIdx.x == 0) tile[ty][0] = plane[load_y * N + max(load_x - 1, 0)];
  if (threadIdx.x == 31) tile[ty][33] = plane[load_y * N + min(x + 1, N - 1)];
  if (threadIdx.y == 0) tile[0][tx] = plane[max(load_y - 1, 0) * N + load_x];
  if (threadIdx.y == 15) tile[17][tx] = plane[min(y + 1, N - 1) * N + load_x];
}

__global__ void cube_rolling_planes(const float* in, float* out, int N) {
  __shared__ float tile[3][18][34];
  const int tx = threadIdx.x + 1, ty = threadIdx.y + 1;
  const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  const int planes = (N + gridDim.z - 1) / gridDim.z;
  const int first = blockIdx.z * planes, last = min(first + planes, N);
  if (first >= N) return;
  const size_t area = (size_t)N * N;
  if (first > 0) load_plane(tile[(first + 2) % 3], in + (first - 1) * area, N, x, y);
  load_plane(tile[first % 3], in + first * area, N, x, y);
  for (int z = first; z < last; ++z) {
    if (z + 1 < N) load_plane(tile[(z + 1) % 3], in + (z + 1) * area, N, x, y);
    __syncthreads();
    if (x < N && y < N) {
      float(*here)[34] = tile[z % 3];
      const size_t i = z * area + y * N + x;
      if (x == 0 || y == 0 || z == 0 || x == N - 1 || y == N - 1 || z == N - 1) {
        out[i] = here[ty][tx];
      } else {
        out[i] =
            0.25f * here[ty][tx] +
            0.125f * (here[ty][tx - 1] + here[ty][tx + 1] + here[ty - 1][tx] + here[ty + 1][tx] +
                      tile[(z + 2) % 3][ty][tx] + tile[(z + 1) % 3][ty][tx]);
      }
    }
    __syncthreads();
  }
}
