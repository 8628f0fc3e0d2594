// SPDX-License-Identifier: Apache-2.0
#include "emulator/emulator.hpp"

#include <cstring>

#include "core/error.hpp"

namespace ministencil {

constinit thread_local EmulatedThread emulated_thread{};

void emulated_barrier() {
  if (!emulated_thread.fibers) {
    throw InputError(
        "a kernel calls __syncthreads() although its description says that it has no barriers; set "
        "has_barriers = true in the kernel's file");
  }
  emulated_thread.fibers->wait();
}

namespace {

constexpr std::size_t warp = 32;

/// Leaves the words of CUDA as they were, so that nothing of a launch outlives it.
class Restore {
 public:
  Restore() : before_(emulated_thread) {}
  ~Restore() { emulated_thread = before_; }
  Restore(const Restore&) = delete;
  Restore& operator=(const Restore&) = delete;

 private:
  EmulatedThread before_;
};

ThreadIndex to_index(const Index3& at) {
  return {static_cast<unsigned>(at.x), static_cast<unsigned>(at.y), static_cast<unsigned>(at.z)};
}

}  // namespace

void Emulator::prepare(const Launch& launch, std::size_t shared_bytes) {
  const BlockShape& block = launch.block;
  threads_.clear();
  for (int z = 0; z < block.z; ++z)
    for (int y = 0; y < block.y; ++y)
      for (int x = 0; x < block.x; ++x) threads_.push_back(to_index({x, y, z}));
  shared_.resize(shared_bytes / sizeof(std::max_align_t) + 1);
  emulated_thread.dynamic_shared = shared_.data();
  emulated_thread.block_extent = to_index({block.x, block.y, block.z});
  emulated_thread.grid_extent = to_index(launch.grid);
}

/// Without barriers threads are plain calls.
void Emulator::run_block(const std::function<void()>& body) {
  AccessRecorder* const recorder = emulated_thread.recorder;
  for (std::size_t thread = 0; thread < threads_.size(); ++thread) {
    emulated_thread.thread = threads_[thread];
    if (recorder) recorder->begin_lane();
    body();
    if (recorder && (thread + 1) % warp == 0) recorder->end_warp();
  }
  if (recorder) recorder->end_warp();
}

template <class T>
void Emulator::run_blocks(const EmulatedLaunch<T>& launch, const Box& blocks) {
  prepare(launch.launch, launch.shared_bytes);
  emulated_thread.fibers = launch.has_barriers ? &fibers_ : nullptr;
  const std::function<void()> body = [&launch] {
    launch.body(launch.in, launch.out, launch.launch.region, launch.coefficients);
  };
  for (Index z = blocks.first.z; z < blocks.last.z; ++z)
    for (Index y = blocks.first.y; y < blocks.last.y; ++y)
      for (Index x = blocks.first.x; x < blocks.last.x; ++x) {
        emulated_thread.block = to_index({x, y, z});
        std::memset(shared_.data(), 0xff, launch.shared_bytes);
        launch.has_barriers ? fibers_.run_block(threads_, body) : run_block(body);
      }
}

template <class T>
void Emulator::run(const EmulatedLaunch<T>& launch) {
  const Restore restore;
  emulated_thread.recorder = nullptr;
  run_blocks(launch, launch.grid());
}

template <class T>
SectorCounts Emulator::count(const EmulatedLaunch<T>& launch, const Box& blocks, AddressRange in,
                             AddressRange out) {
  const Restore restore;
  AccessRecorder recorder(in, out);
  emulated_thread.recorder = &recorder;
  run_blocks(launch, blocks);
  return recorder.counts();
}

template void Emulator::run(const EmulatedLaunch<float>&);
template void Emulator::run(const EmulatedLaunch<double>&);
template SectorCounts Emulator::count(const EmulatedLaunch<float>&, const Box&, AddressRange,
                                      AddressRange);
template SectorCounts Emulator::count(const EmulatedLaunch<double>&, const Box&, AddressRange,
                                      AddressRange);

}  // namespace ministencil
