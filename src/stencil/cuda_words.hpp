// SPDX-License-Identifier: Apache-2.0
/// The words of CUDA C++ that a kernel file uses, for the host compiler. Under nvcc it is empty.
/// Not for ordinary code: CUDA's own headers use the same words.
#pragma once

#include "stencil/device_function.hpp"

#ifndef __CUDACC__

#define __global__
#define __device__ MINISTENCIL_DEVICE
#define __host__
#define __forceinline__
#define __shared__ static
#define __launch_bounds__(...)

namespace ministencil {

struct ThreadIndex {
  unsigned x, y, z;
};

class FiberPool;
class AccessRecorder;

/// What the running thread of an emulated kernel sees, and whom its barriers and accesses reach.
/// Set by the emulator before it resumes a thread. Kernel code has nowhere else to look, so this is
/// the one variable that is not passed along; there is one for each thread of the process.
struct EmulatedThread {
  ThreadIndex thread, block, block_extent, grid_extent;
  void* dynamic_shared;
  FiberPool* fibers;         // null while a kernel without barriers runs
  AccessRecorder* recorder;  // null while nobody counts
};
extern constinit thread_local EmulatedThread emulated_thread;

/// Suspends the running thread until all threads of its block arrive.
void emulated_barrier();

}  // namespace ministencil

#define threadIdx (::ministencil::emulated_thread.thread)
#define blockIdx (::ministencil::emulated_thread.block)
#define blockDim (::ministencil::emulated_thread.block_extent)
#define gridDim (::ministencil::emulated_thread.grid_extent)
#define __syncthreads() ::ministencil::emulated_barrier()

__device__ int min(int a, int b) { return a < b ? a : b; }
__device__ int max(int a, int b) { return a > b ? a : b; }

#endif
