// SPDX-License-Identifier: Apache-2.0
#pragma once

#ifndef __CUDACC__

#include <cstdint>

namespace ministencil {

struct ThreadIndex {
  unsigned x, y, z;
};

class FiberPool;
class AccessRecorder;
class Inspector;

/// What the running thread of an emulated kernel sees, and whom its barriers and accesses reach.
/// Set by the emulator before it resumes a thread. Kernel code has nowhere else to look, so this is
/// the one variable that is not passed along; there is one for each thread of the process.
struct EmulatedThread {
  ThreadIndex thread, block, block_extent, grid_extent;
  void* dynamic_shared;
  int stored_first[3];       // the first point that fields hold
  FiberPool* fibers;         // null while a kernel without barriers and shuffles runs
  AccessRecorder* recorder;  // null while nobody counts
  Inspector* inspector;      // null while nobody looks for faults; never beside a recorder
};
extern constinit thread_local EmulatedThread emulated_thread;

/// Suspends the running thread until all threads of its block arrive. `line` of the source tells
/// barriers apart: compilers merge calls, and split them.
void emulated_barrier(int line);

/// Suspends the running thread until the lanes of its warp in `mask` arrive.
void emulated_warp_barrier(unsigned mask);

/// How a shuffle finds the lane to read from: at an index, below, above, or at flipped bits.
enum class Shuffle { index, up, down, flip };

/// Suspends the running thread like emulated_warp_barrier(), then returns the `bits` of the lane
/// that `argument` means within the thread's segment of `width` lanes; the thread's own where
/// there is no such lane.
std::uint64_t emulated_shuffle(Shuffle shuffle, unsigned mask, std::uint64_t bits, int argument,
                               int width);

/// A value's point, and whether its field is of two dimensions.
struct Texel {
  int x, y, z;
  bool is_flat;
};

/// A value read through a texture, and written through a surface.
float emulated_texture_read(const float* from, Texel texel);
void emulated_surface_write(float* to, Texel texel, float value);

}  // namespace ministencil

#endif
