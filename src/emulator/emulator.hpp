// SPDX-License-Identifier: Apache-2.0
/// Runs launches of CUDA kernels that were compiled for the host, thread by thread.
/// Blocks run one after the other, in the order of their indices; the bits are those of any order.
/// A barrier lets a thread go on when every thread of its block has reached one or has returned.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "emulator/body.hpp"
#include "emulator/fibers.hpp"
#include "emulator/findings.hpp"
#include "emulator/inspector.hpp"
#include "emulator/recorder.hpp"
#include "emulator/sector_counts.hpp"
#include "stencil/emulated_thread.hpp"
#include "stencil/launch.hpp"

namespace ministencil {

/// A launch, the kernel's compilation for the host, and its arguments.
template <class T>
struct EmulatedLaunch {
  Launch launch;
  EmulatedBody<T> body;
  bool has_barriers;         // whether the kernel calls __syncthreads()
  bool uses_shuffles;        // whether its lanes meet: shuffles, __syncwarp()
  std::size_t shared_bytes;  // dynamic shared memory of a block; filled with NaN before each
  const T* in;               // owned point (0, 0, 0)
  T* out;
  Coefficients<T> coefficients;

  /// Every block of the launch.
  Box grid() const { return {{0, 0, 0}, launch.grid}; }
};

/// Keeps the fibers and the shared memory of the blocks it runs. For one thread at a time.
class Emulator {
 public:
  /// Runs the launch. Throws InputError if a kernel has barriers or shuffles that it does not
  /// declare.
  template <class T>
  void run(const EmulatedLaunch<T>& launch);

  /// Runs the blocks of the grid that lie in `blocks` and counts the sectors that they ask for
  /// within the bytes of the two fields. `launch.body` has to be the compilation that reports.
  template <class T>
  SectorCounts count(const EmulatedLaunch<T>& launch, const Box& blocks, AddressRange in,
                     AddressRange out);

  /// Runs the blocks that lie in `blocks` as count() does, and lets `inspector` look for faults.
  /// Each block's requests count `times` fold. Accesses outside the fields' bytes, shared memory
  /// and what a thread has to itself are not performed: the thread stops, the others go on.
  template <class T>
  void inspect(const EmulatedLaunch<T>& launch, const Box& blocks, AddressRange in,
               AddressRange out, Inspector& inspector, Index times = 1);
  /// The findings of a whole launch.
  template <class T>
  Findings inspect(const EmulatedLaunch<T>& launch, AddressRange in, AddressRange out);

 private:
  template <class T>
  void run_blocks(const EmulatedLaunch<T>& launch, const Box& blocks);
  void prepare(const Launch& launch, std::size_t shared_bytes);
  void run_block(const std::function<void()>& body);

  FiberPool fibers_;
  std::vector<ThreadIndex> threads_;  // of a block, by number
  std::vector<std::max_align_t> shared_;
};

}  // namespace ministencil
