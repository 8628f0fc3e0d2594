// SPDX-License-Identifier: Apache-2.0
/// The words of CUDA C++ that a kernel file uses, for the host compiler. Under nvcc it is empty.
/// Not for ordinary code: CUDA's own headers use the same words.
#pragma once

#include "stencil/cuda_vectors.hpp"
#include "stencil/cuda_warp.hpp"
#include "stencil/device_function.hpp"
#include "stencil/emulated_thread.hpp"

#ifndef __CUDACC__

#define __global__
#define __device__ MINISTENCIL_DEVICE
#define __host__
#define __forceinline__
// No static array is as large as its alignment: behind each lie bytes that belong to no other.
#define __shared__ static __attribute__((aligned(65536)))
#define __align__(bytes) __attribute__((aligned(bytes)))
#define __launch_bounds__(...)

#define threadIdx (::ministencil::emulated_thread.thread)
#define blockIdx (::ministencil::emulated_thread.block)
#define blockDim (::ministencil::emulated_thread.block_extent)
#define gridDim (::ministencil::emulated_thread.grid_extent)
#define warpSize 32
#define __syncthreads() ::ministencil::emulated_barrier(__LINE__)

template <class T>
__device__ T min(T a, T b) {
  return b < a ? b : a;
}
template <class T>
__device__ T max(T a, T b) {
  return a < b ? b : a;
}
__device__ float min(float a, float b) { return __builtin_fminf(a, b); }
__device__ float max(float a, float b) { return __builtin_fmaxf(a, b); }
__device__ double min(double a, double b) { return __builtin_fmin(a, b); }
__device__ double max(double a, double b) { return __builtin_fmax(a, b); }

// Loads and stores with a hint for the caches, which do not count.
template <class T>
__device__ T __ldg(const T* address) {
  return *address;
}
template <class T>
__device__ T __ldcs(const T* address) {
  return *address;
}
template <class T>
__device__ T __ldcg(const T* address) {
  return *address;
}
template <class T>
__device__ void __stcs(T* address, T value) {
  *address = value;
}
template <class T>
__device__ void __stcg(T* address, T value) {
  *address = value;
}

#endif
