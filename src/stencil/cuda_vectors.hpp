// SPDX-License-Identifier: Apache-2.0
/// CUDA's short vectors for the host compiler, in kernel files only (cuda_words.hpp).
/// A vector that is copied whole is one access of its size; one that is read by component is
/// several, like on the GPU.
#pragma once

#include "stencil/device_function.hpp"

#ifndef __CUDACC__

#include <cstdint>
#include <type_traits>

namespace ministencil {

/// Copies through one machine word: the compiler would copy components one by one.
template <class Vector>
MINISTENCIL_DEVICE void copy_whole(Vector* to, const Vector* from) {
  using Bytes = unsigned char __attribute__((vector_size(16)));
  std::conditional_t<sizeof(Vector) == 8, std::uint64_t, Bytes> whole;
  static_assert(sizeof whole == sizeof(Vector));
  __builtin_memcpy(&whole, static_cast<const void*>(from), sizeof whole);
  __builtin_memcpy(static_cast<void*>(to), &whole, sizeof whole);
}

}  // namespace ministencil

// Only compilations whose accesses are watched have to copy in words.
#ifdef __SANITIZE_THREAD__
#define MINISTENCIL_COPIED_WHOLE(Vector)                                                    \
  MINISTENCIL_DEVICE Vector(const Vector& from) { ::ministencil::copy_whole(this, &from); } \
  MINISTENCIL_DEVICE Vector& operator=(const Vector& from) {                                \
    ::ministencil::copy_whole(this, &from);                                                 \
    return *this;                                                                           \
  }
#else
#define MINISTENCIL_COPIED_WHOLE(Vector)
#endif

struct alignas(8) float2 {
  float x, y;

  float2() = default;
  MINISTENCIL_DEVICE float2(float x_, float y_) : x(x_), y(y_) {}
  MINISTENCIL_COPIED_WHOLE(float2)
};

struct alignas(16) float4 {
  float x, y, z, w;

  float4() = default;
  MINISTENCIL_DEVICE float4(float x_, float y_, float z_, float w_) : x(x_), y(y_), z(z_), w(w_) {}
  MINISTENCIL_COPIED_WHOLE(float4)
};

struct alignas(16) double2 {
  double x, y;

  double2() = default;
  MINISTENCIL_DEVICE double2(double x_, double y_) : x(x_), y(y_) {}
  MINISTENCIL_COPIED_WHOLE(double2)
};

#undef MINISTENCIL_COPIED_WHOLE

MINISTENCIL_DEVICE float2 make_float2(float x, float y) { return {x, y}; }
MINISTENCIL_DEVICE float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
MINISTENCIL_DEVICE double2 make_double2(double x, double y) { return {x, y}; }

#endif
