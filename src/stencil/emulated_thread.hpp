// SPDX-License-Identifier: Apache-2.0
#pragma once

#ifndef __CUDACC__

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

#endif
