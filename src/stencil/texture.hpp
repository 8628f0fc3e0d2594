// SPDX-License-Identifier: Apache-2.0
/// Fields that a kernel reads through a texture and writes through a surface: what it takes in
/// place of pointers if its description says `textures = true`. On the GPU such fields lie in CUDA
/// arrays, whose layout is the hardware's own; on the host in memory like any other.
#pragma once

#include "stencil/cuda_words.hpp"
#include "stencil/region.hpp"

namespace ministencil {

#ifdef __CUDACC__

/// Texels are elements, looked up by whole coordinates, so that a texel's value comes unfiltered.
/// `origin` is the texel of owned point (0, 0, 0).
template <class T>
struct Texture {
  cudaTextureObject_t object;
  Point origin;

  __device__ T at(const Region&, int x, int y, int z) const {
    return tex3D<T>(object, static_cast<float>(x + origin.x), static_cast<float>(y + origin.y),
                    static_cast<float>(z + origin.z));
  }
  __device__ T at(const Region&, int x, int y) const {
    return tex2D<T>(object, static_cast<float>(x + origin.x), static_cast<float>(y + origin.y));
  }
};

template <class T>
struct Surface {
  cudaSurfaceObject_t object;
  Point origin;

  __device__ void set(const Region&, int x, int y, int z, T value) const {
    surf3Dwrite(value, object, (x + origin.x) * static_cast<int>(sizeof(T)), y + origin.y,
                z + origin.z);
  }
  __device__ void set(const Region&, int x, int y, T value) const {
    surf2Dwrite(value, object, (x + origin.x) * static_cast<int>(sizeof(T)), y + origin.y);
  }
};

#else

template <class T>
struct Texture {
  const T* first;  // owned point (0, 0, 0)

  // What launches a kernel passes pointers, whatever the kernel takes.
  MINISTENCIL_DEVICE Texture(const T* field)
      : first(field) {}  // NOLINT(google-explicit-constructor)
  MINISTENCIL_DEVICE T at(const Region& region, int x, int y, int z) const {
    return emulated_texture_read(first + region.offset(x, y, z), {x, y, z, false});
  }
  MINISTENCIL_DEVICE T at(const Region& region, int x, int y) const {
    return emulated_texture_read(first + region.offset(x, y), {x, y, 0, true});
  }
};

template <class T>
struct Surface {
  T* first;

  MINISTENCIL_DEVICE Surface(T* field) : first(field) {}  // NOLINT(google-explicit-constructor)
  MINISTENCIL_DEVICE void set(const Region& region, int x, int y, int z, T value) const {
    emulated_surface_write(first + region.offset(x, y, z), {x, y, z, false}, value);
  }
  MINISTENCIL_DEVICE void set(const Region& region, int x, int y, T value) const {
    emulated_surface_write(first + region.offset(x, y), {x, y, 0, true}, value);
  }
};

#endif

}  // namespace ministencil
