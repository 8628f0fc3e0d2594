// SPDX-License-Identifier: Apache-2.0
/// The words of CUDA C++ for kernels that know nothing of this project, for the host compiler.
/// Included by what the program compiles around a plain kernel, and by nothing else.
#pragma once

#include <cmath>
#include <cstdint>

#include "stencil/cuda_words.hpp"

#ifndef __CUDACC__

// Plain kernels write __device__ beside static and inline, in any order.
#undef __device__
#define __device__ __attribute__((always_inline))
#define __noinline__
// Values, not addresses, of what nobody can copy to: the compiler keeps them with the constants.
#define __constant__ static

// One rounding, or one of each operation, as the names say. Fused by the compiler's builtin.
__device__ inline float __fmaf_rn(float a, float b, float c) { return __builtin_fmaf(a, b, c); }
__device__ inline float __fadd_rn(float a, float b) { return a + b; }
__device__ inline float __fsub_rn(float a, float b) { return a - b; }
__device__ inline float __fmul_rn(float a, float b) { return a * b; }
__device__ inline int __mul24(int a, int b) { return a * b; }

struct dim3 {
  unsigned x = 1, y = 1, z = 1;
};

namespace ministencil {

/// A number that the compiler knows nothing of, as a kernel's argument is on a GPU.
template <class T>
__device__ inline T argument(T value) {
  __asm__ volatile("" : "+m"(value));
  return value;
}

}  // namespace ministencil

#endif
