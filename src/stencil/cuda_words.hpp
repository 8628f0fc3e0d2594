// SPDX-License-Identifier: Apache-2.0
/// The words of CUDA C++ that a kernel file uses, for the host compiler. Under nvcc it is empty.
/// Not for ordinary code: CUDA's own headers use the same words.
#pragma once

#include "stencil/device_function.hpp"
#include "stencil/emulated_thread.hpp"

#ifndef __CUDACC__

#define __global__
#define __device__ MINISTENCIL_DEVICE
#define __host__
#define __forceinline__
#define __shared__ static
#define __launch_bounds__(...)

#define threadIdx (::ministencil::emulated_thread.thread)
#define blockIdx (::ministencil::emulated_thread.block)
#define blockDim (::ministencil::emulated_thread.block_extent)
#define gridDim (::ministencil::emulated_thread.grid_extent)
#define __syncthreads() ::ministencil::emulated_barrier()

__device__ int min(int a, int b) { return a < b ? a : b; }
__device__ int max(int a, int b) { return a > b ? a : b; }

#endif
