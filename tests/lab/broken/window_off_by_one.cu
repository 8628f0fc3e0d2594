// SPDX-License-Identifier: Apache-2.0
/// Broken: the plane behind rotates one step too far.
__global__ void window_off_by_one(const float* in, float* out, int N) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  const int height = (N + gridDim.z - 1) / gridDim.z;
  const int first = blockIdx.z * height, last = min(first + height, N), area = N * N;
  if (x >= N || y >= N || first >= N) return;
  const float* column = in + y * N + x;
  float behind = first > 0 ? column[(first - 1) * area] : 0.0f, current = column[first * area];
  for (int z = first; z < last; ++z) {
    const float ahead = z + 1 < N ? column[(z + 1) * area] : 0.0f;
    const float* at = column + z * area;
    if (x == 0 || y == 0 || z == 0 || x == N - 1 || y == N - 1 || z == N - 1) {
      out[at - in] = current;
    } else {
      out[at - in] = 0.25f * current + 0.125f * (at[-1] + at[1] + at[-N] + at[N] + behind + ahead);
    }
    behind = ahead;  // has to be current
    current = ahead;
  }
}
