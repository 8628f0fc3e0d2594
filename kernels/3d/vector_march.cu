// SPDX-License-Identifier: Apache-2.0
/// Registers only: a thread walks along z with 16 bytes of neighbours along x, loads and stores
/// them whole, and takes what lies beyond them from the lanes beside it. No shared memory, no
/// barrier, and a fourth of the instructions for loads; rows above and below come through L1.
#include "stencil/kernel.hpp"

using namespace ministencil;

/// Points that a thread updates side by side.
template <class T>
constexpr int vector_width = 16 / static_cast<int>(sizeof(T));

__device__ void load_whole(const float* from, float* u) {
  const float4 vector = *reinterpret_cast<const float4*>(from);
  u[0] = vector.x, u[1] = vector.y, u[2] = vector.z, u[3] = vector.w;
}
__device__ void load_whole(const double* from, double* u) {
  const double2 vector = *reinterpret_cast<const double2*>(from);
  u[0] = vector.x, u[1] = vector.y;
}
__device__ void store_whole(float* to, const float* u) {
  *reinterpret_cast<float4*>(to) = make_float4(u[0], u[1], u[2], u[3]);
}
__device__ void store_whole(double* to, const double* u) {
  *reinterpret_cast<double2*>(to) = make_double2(u[0], u[1]);
}

/// Which of a thread's points it may load and store, and whether all at once.
struct Span {
  int first, last;
  bool whole;
};
__device__ Span nothing() { return {0, 0, false}; }

/// `span`, or nothing where there is no such row or plane.
__device__ Span on_row(const Span& span, const Region& region, int y) {
  return y >= region.readable_first.y && y < region.readable_last.y ? span : nothing();
}
__device__ Span on_plane(const Span& span, const Region& region, int z) {
  return z >= region.readable_first.z && z < region.readable_last.z ? span : nothing();
}

/// Of the points `first` to `last` − 1 those at `base`, where point x is. Rows and planes are as
/// aligned as the first point if their distances are.
template <class T>
__device__ Span span_of(int x, int first, int last, const T* base, const Region& region) {
  constexpr int width = vector_width<T>;
  const bool is_aligned = reinterpret_cast<std::uintptr_t>(base) % 16 == 0 &&
                          region.pitch % width == 0 && region.plane % width == 0;
  return {first - x, last - x, is_aligned && x >= first && x + width <= last};
}

/// What cannot be loaded is no neighbour of a point to update.
template <class T>
__device__ void load(const T* from, const Span& span, T* u) {
  if (span.whole) {
    load_whole(from, u);
  } else {
    MINISTENCIL_UNROLL
    for (int i = 0; i < vector_width<T>; ++i) {
      u[i] = 0;
      if (i >= span.first && i < span.last) u[i] = from[i];
    }
  }
}

template <class T>
__device__ void store(T* to, const Span& span, const T* u) {
  if (span.whole) {
    store_whole(to, u);
  } else {
    MINISTENCIL_UNROLL
    for (int i = 0; i < vector_width<T>; ++i) {
      if (i >= span.first && i < span.last) to[i] = u[i];
    }
  }
}

/// The lanes whose points lie beside a thread's; itself where none do.
struct Beside {
  unsigned mask;  // of the lanes that there are
  int west, east;
  bool has_west, has_east;
};
__device__ Beside lanes_beside(int number, int threads_of_block, int column, int threads_of_row) {
  const int lane = number % warpSize;
  const int lanes = min(warpSize, threads_of_block - (number - lane));
  const bool has_west = column > 0 && lane > 0;
  const bool has_east = column < threads_of_row - 1 && lane < lanes - 1;
  return {0xffffffffu >> (warpSize - lanes), has_west ? lane - 1 : lane, has_east ? lane + 1 : lane,
          has_west, has_east};
}

/// The current row with `radius` points on either side: from the lanes beside, or loaded.
template <int radius, class T>
__device__ void fill_line(const T* source, const Span& loads, const Beside& beside, const T* here,
                          T* line) {
  constexpr int width = vector_width<T>;
  static_assert(radius <= width, "the lane beside has all neighbours along x");
  MINISTENCIL_UNROLL
  for (int i = 0; i < width; ++i) line[radius + i] = here[i];
  MINISTENCIL_UNROLL
  for (int d = 1; d <= radius; ++d) {
    const int beyond = width - 1 + d;
    line[radius - d] = __shfl_sync(beside.mask, here[width - d], beside.west);
    line[radius + beyond] = __shfl_sync(beside.mask, here[d - 1], beside.east);
    if (!beside.has_west && -d >= loads.first && -d < loads.last) line[radius - d] = source[-d];
    if (!beside.has_east && beyond >= loads.first && beyond < loads.last) {
      line[radius + beyond] = source[beyond];
    }
  }
}

template <int radius, class T>
__device__ void rotate(T (*window)[vector_width<T>]) {
  MINISTENCIL_UNROLL
  for (int i = 0; i < 2 * radius; ++i) {
    MINISTENCIL_UNROLL
    for (int k = 0; k < vector_width<T>; ++k) window[i][k] = window[i + 1][k];
  }
}

/// All threads stay to the end, since others take their values.
template <class T, class Update>
__global__ void vector_march(const T* __restrict__ in, T* __restrict__ out, Region region,
                             Update update) {
  constexpr int radius = Update::radius, width = vector_width<T>;
  const int threads = static_cast<int>(blockDim.x);
  const int column = static_cast<int>(threadIdx.x), row = static_cast<int>(threadIdx.y);
  const int x =
      region.first.x / width * width + (static_cast<int>(blockIdx.x) * threads + column) * width;
  const int y = region.first.y + static_cast<int>(blockIdx.y) * static_cast<int>(blockDim.y) + row;
  const int z_first = region.first.z + static_cast<int>(blockIdx.z) * region.chunk;
  const int z_last = min(z_first + region.chunk, region.last.z);
  if (z_first >= z_last) return;  // the whole block: the last chunks of a short region are empty

  const Beside beside =
      lanes_beside(row * threads + column, threads * static_cast<int>(blockDim.y), column, threads);

  // Rows beyond the region are loaded from its last one and stored nowhere.
  const int y_load = min(y, region.readable_last.y - 1);
  const T* source = in + region.offset(x, y_load, z_first);
  T* target = out + region.offset(x, y, z_first);
  const Span loads = span_of(x, region.readable_first.x, region.readable_last.x, source, region);
  Span stores = span_of(x, region.first.x, region.last.x, target, region);
  if (y >= region.last.y) stores = nothing();

  T window[2 * radius + 1][width];  // window[radius] is the current plane
  MINISTENCIL_UNROLL
  for (int i = 0; i < 2 * radius; ++i) {
    load(source + (i - radius) * region.plane, on_plane(loads, region, z_first + i - radius),
         window[i]);
  }
  for (int z = z_first; z < z_last; ++z) {
    load(source + radius * region.plane, on_plane(loads, region, z + radius), window[2 * radius]);
    T line[width + 2 * radius];
    fill_line<radius>(source, loads, beside, window[radius], line);

    T sum[width];
    MINISTENCIL_UNROLL
    for (int i = 0; i < width; ++i) sum[i] = update.begin(window[radius][i]);
    MINISTENCIL_UNROLL
    for (int d = 1; d <= radius; ++d) {
      T below[width], above[width];
      load(source - d * region.pitch, on_row(loads, region, y_load - d), below);
      load(source + d * region.pitch, on_row(loads, region, y_load + d), above);
      MINISTENCIL_UNROLL
      for (int i = 0; i < width; ++i) {
        sum[i] = update.add(d, sum[i], line[radius + i - d], line[radius + i + d], below[i],
                            above[i], window[radius - d][i], window[radius + d][i]);
      }
    }
    MINISTENCIL_UNROLL
    for (int i = 0; i < width; ++i) {
      if (region.is_fixed(x + i, y, z)) sum[i] = window[radius][i];
    }
    store(target, stores, sum);

    rotate<radius>(window);
    source += region.plane;
    target += region.plane;
  }
}

constexpr KernelDescription description{
    .summary = "16 bytes a thread in registers, neighbours along x by warp shuffle",
    .default_block = {32, 8},
    .uses_shuffles = true,
    .bytes_a_thread = 16,
    .orders = {2, 4},  // beyond, float64 needs more than the lane beside
};
