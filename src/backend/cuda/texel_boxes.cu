// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "backend/cuda/texel_boxes.hpp"
#include "stencil/texture.hpp"

namespace ministencil {

static_assert(sizeof(Texture<float>) == sizeof(ArrayArgument) &&
                  sizeof(Surface<float>) == sizeof(ArrayArgument),
              "kernels take what the backend passes");

namespace {

constexpr int threads_a_block = 256;
constexpr std::int64_t most_blocks = 4096;  // enough to fill any GPU; more would only queue

__device__ Point along(Point from, Point step, Point p) {
  return {from.x + p.x * step.x, from.y + p.y * step.y, from.z + p.z * step.z};
}

/// Loads and stores of an array of either kind.
template <bool is_flat>
struct Texels {
  cudaSurfaceObject_t surface;

  __device__ float at(Point p) const {
    const int x_bytes = p.x * static_cast<int>(sizeof(float));
    if constexpr (is_flat) {
      return surf2Dread<float>(surface, x_bytes, p.y);
    } else {
      return surf3Dread<float>(surface, x_bytes, p.y, p.z);
    }
  }
  __device__ void set(Point p, float value) const {
    const int x_bytes = p.x * static_cast<int>(sizeof(float));
    if constexpr (is_flat) {
      surf2Dwrite(value, surface, x_bytes, p.y);
    } else {
      surf3Dwrite(value, surface, x_bytes, p.y, p.z);
    }
  }
};

// What happens at point p of a box, the i-th in memory order.

struct Pack {
  Point first;
  float* packed;
  template <bool is_flat>
  __device__ void operator()(Texels<is_flat> texels, Point p, std::int64_t i) const {
    packed[i] = texels.at(along(first, {1, 1, 1}, p));
  }
};

struct Unpack {
  const float* packed;
  Point first;
  template <bool is_flat>
  __device__ void operator()(Texels<is_flat> texels, Point p, std::int64_t i) const {
    texels.set(along(first, {1, 1, 1}, p), packed[i]);
  }
};

struct Copy {
  Point from, step, to;
  template <bool is_flat>
  __device__ void operator()(Texels<is_flat> texels, Point p, std::int64_t) const {
    texels.set(along(to, {1, 1, 1}, p), texels.at(along(from, step, p)));
  }
};

struct Reflect {
  Point from, step, face, across, to;
  template <bool is_flat>
  __device__ void operator()(Texels<is_flat> texels, Point p, std::int64_t) const {
    const float wall = texels.at(along(face, across, p));
    texels.set(along(to, {1, 1, 1}, p), (wall + wall) - texels.at(along(from, step, p)));
  }
};

struct Fill {
  float value;
  template <bool is_flat>
  __device__ void operator()(Texels<is_flat> texels, Point p, std::int64_t) const {
    texels.set(p, value);
  }
};

template <bool is_flat, class Work>
__global__ void for_each_texel(Texels<is_flat> texels, Point extent, Work work) {
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  const std::int64_t texel_count = std::int64_t{extent.x} * extent.y * extent.z;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < texel_count;
       i += threads) {
    const std::int64_t row = i / extent.x;
    const Point p{static_cast<int>(i % extent.x), static_cast<int>(row % extent.y),
                  static_cast<int>(row / extent.y)};
    work(texels, p, i);
  }
}

template <class Work>
cudaError_t launch(TexelArray array, Point extent, const Work& work, cudaStream_t stream) {
  const std::int64_t texels = std::int64_t{extent.x} * extent.y * extent.z;
  if (texels == 0) return cudaSuccess;
  const auto blocks = static_cast<unsigned>(
      std::min((texels + threads_a_block - 1) / threads_a_block, most_blocks));
  if (array.is_flat) {
    for_each_texel<<<blocks, threads_a_block, 0, stream>>>(Texels<true>{array.surface}, extent,
                                                           work);
  } else {
    for_each_texel<<<blocks, threads_a_block, 0, stream>>>(Texels<false>{array.surface}, extent,
                                                           work);
  }
  return cudaGetLastError();
}

}  // namespace

cudaError_t pack_texels(TexelArray array, Point first, Point extent, float* packed,
                        cudaStream_t stream) {
  return launch(array, extent, Pack{first, packed}, stream);
}

cudaError_t unpack_texels(const float* packed, TexelArray array, Point first, Point extent,
                          cudaStream_t stream) {
  return launch(array, extent, Unpack{packed, first}, stream);
}

cudaError_t copy_texels(TexelArray array, Point from, Point step, Point to, Point extent,
                        cudaStream_t stream) {
  return launch(array, extent, Copy{from, step, to}, stream);
}

cudaError_t reflect_texels(TexelArray array, Point from, Point step, Point face, Point across,
                           Point to, Point extent, cudaStream_t stream) {
  return launch(array, extent, Reflect{from, step, face, across, to}, stream);
}

cudaError_t fill_texels(TexelArray array, Point extent, float value, cudaStream_t stream) {
  return launch(array, extent, Fill{value}, stream);
}

}  // namespace ministencil
