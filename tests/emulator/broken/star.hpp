// SPDX-License-Identifier: Apache-2.0
/// What the broken kernels share, so that each file shows little but its fault. Included inside
/// the kernels' namespace. Where it is used as it is meant to be, results are right (order 2).
#pragma once

/// What a thread updates.
struct Column {
  int x, y, z_first, z_last;
};

__device__ Column column_of(const Region& region) {
  const int z_first = region.first.z + static_cast<int>(blockIdx.z) * region.chunk;
  return {region.first.x + static_cast<int>(blockIdx.x * blockDim.x + threadIdx.x),
          region.first.y + static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y), z_first,
          min(z_first + region.chunk, region.last.z)};
}

__device__ bool is_inside(const Region& region, int x, int y) {
  return x < region.last.x && y < region.last.y;
}

/// The formula at a point of a field.
template <class T, class Update>
__device__ T star(const T* at, const Region& region, const Update& update) {
  return update(at[0], at[-1], at[1], at[-region.pitch], at[region.pitch], at[-region.plane],
                at[region.plane]);
}

/// The formula at a point of a tile, with the neighbours in depth from elsewhere.
template <class T, class Update>
__device__ T star_of_tile(const T* here, int pitch, T behind, T ahead, const Update& update) {
  return update(here[0], here[-1], here[1], here[-pitch], here[pitch], behind, ahead);
}

/// Stores the thread's point of a plane and its part of the rim, all but the corners.
template <class T>
__device__ void fill_tile(T* here, int pitch, const T* in, const Region& region, int x, int y,
                          int z) {
  const int x_load = min(x, region.readable_last.x - 1);
  const int y_load = min(y, region.readable_last.y - 1);
  const int west = max(x_load - 1, region.readable_first.x);
  const int east = min(x + 1, region.readable_last.x - 1);
  const int south = max(y_load - 1, region.readable_first.y);
  const int north = min(y + 1, region.readable_last.y - 1);
  here[0] = in[region.offset(x_load, y_load, z)];
  if (threadIdx.x == 0) here[-1] = in[region.offset(west, y_load, z)];
  if (threadIdx.x == blockDim.x - 1) here[1] = in[region.offset(east, y_load, z)];
  if (threadIdx.y == 0) here[-pitch] = in[region.offset(x_load, south, z)];
  if (threadIdx.y == blockDim.y - 1) here[pitch] = in[region.offset(x_load, north, z)];
}
