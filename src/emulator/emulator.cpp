// SPDX-License-Identifier: Apache-2.0
#include "emulator/emulator.hpp"

#include <cstring>

#include "core/error.hpp"

namespace ministencil {

constinit thread_local EmulatedThread emulated_thread{};

namespace {

constexpr int warp = 32;

// Where the running thread called the words of CUDA below.
#define CALLER reinterpret_cast<std::uintptr_t>(__builtin_return_address(0))

FiberPool& fibers_for(const char* word, const char* member) {
  if (!emulated_thread.fibers) {
    throw InputError(std::string("a kernel calls ") + word +
                     " although its description does not say so; set " + member +
                     " = true in the kernel's file");
  }
  return *emulated_thread.fibers;
}

/// The lane that a shuffle reads from, given the reader's and the first and last of its segment.
int source_of(Shuffle shuffle, int lane, int first, int last, int argument) {
  switch (shuffle) {
    case Shuffle::index:
      return first + (argument & (last - first));
    case Shuffle::up:
      return lane - argument < first ? lane : lane - argument;
    case Shuffle::down:
      return argument > last - lane ? lane : lane + argument;
    case Shuffle::flip:
      break;
  }
  const int source = lane ^ argument;
  return source < 0 || source > last ? lane : source;
}

}  // namespace

void emulated_barrier(int line) {
  fibers_for("__syncthreads()", "has_barriers").wait({CALLER, line});
}

void emulated_warp_barrier(unsigned mask) {
  FiberPool& fibers = fibers_for("__syncwarp()", "uses_shuffles");
  fibers.meet(CALLER, mask, 0, fibers.lane());
}

std::uint64_t emulated_shuffle(Shuffle shuffle, unsigned mask, std::uint64_t bits, int argument,
                               int width) {
  FiberPool& fibers = fibers_for("a shuffle", "uses_shuffles");
  const int lane = fibers.lane(), first = lane & ~(width - 1);
  return fibers.meet(CALLER, mask, bits,
                     source_of(shuffle, lane, first, first + width - 1, argument));
}

namespace {

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

template <class T>
AddressRange bytes_of(const T* first, std::size_t count) {
  return {reinterpret_cast<std::uintptr_t>(first), count * sizeof(T)};
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
  for (int axis = 0; axis < axes; ++axis) {
    emulated_thread.stored_first[axis] = static_cast<int>(launch.stored_first[axis]);
  }
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
  Inspector* const inspector = emulated_thread.inspector;
  const bool has_fibers = launch.has_barriers || launch.uses_shuffles || inspector;
  emulated_thread.fibers = has_fibers ? &fibers_ : nullptr;
  const std::function<void()> body = [&launch] {
    launch.body(launch.in, launch.out, launch.launch.region, launch.coefficients);
  };
  for (Index z = blocks.first.z; z < blocks.last.z; ++z)
    for (Index y = blocks.first.y; y < blocks.last.y; ++y)
      for (Index x = blocks.first.x; x < blocks.last.x; ++x) {
        emulated_thread.block = to_index({x, y, z});
        std::memset(shared_.data(), 0xff, launch.shared_bytes);
        if (inspector) inspector->begin_block();
        has_fibers ? fibers_.run_block(threads_, body) : run_block(body);
      }
}

template <class T>
void Emulator::run(const EmulatedLaunch<T>& launch) {
  const Restore restore;
  emulated_thread.recorder = nullptr;
  emulated_thread.inspector = nullptr;
  run_blocks(launch, launch.grid());
}

template <class T>
SectorCounts Emulator::count(const EmulatedLaunch<T>& launch, const Box& blocks, AddressRange in,
                             AddressRange out) {
  const Restore restore;
  AccessRecorder recorder(in, out);
  emulated_thread.recorder = &recorder;
  emulated_thread.inspector = nullptr;
  run_blocks(launch, blocks);
  return recorder.counts();
}

template <class T>
void Emulator::inspect(const EmulatedLaunch<T>& launch, const Box& blocks, AddressRange in,
                       AddressRange out, Inspector& inspector, Index times) {
  const Restore restore;
  prepare(launch.launch, launch.shared_bytes);
  inspector.begin_launch(
      {.in = in,
       .out = out,
       .in_origin = reinterpret_cast<std::uintptr_t>(launch.in),
       .out_origin = reinterpret_cast<std::uintptr_t>(launch.out),
       .element_bytes = sizeof(T),
       .region = launch.launch.region,
       .shared = {reinterpret_cast<std::uintptr_t>(shared_.data()), launch.shared_bytes},
       .argument = bytes_of(&launch, 1),
       .code = reinterpret_cast<std::uintptr_t>(launch.body)},
      times);
  emulated_thread.recorder = nullptr;
  emulated_thread.inspector = &inspector;
  run_blocks(launch, blocks);
  inspector.end_launch();
}

template <class T>
Findings Emulator::inspect(const EmulatedLaunch<T>& launch, AddressRange in, AddressRange out) {
  Inspector inspector;
  inspect(launch, launch.grid(), in, out, inspector);
  return inspector.findings();
}

template void Emulator::run(const EmulatedLaunch<float>&);
template void Emulator::run(const EmulatedLaunch<double>&);
template void Emulator::inspect(const EmulatedLaunch<float>&, const Box&, AddressRange,
                                AddressRange, Inspector&, Index);
template void Emulator::inspect(const EmulatedLaunch<double>&, const Box&, AddressRange,
                                AddressRange, Inspector&, Index);
template Findings Emulator::inspect(const EmulatedLaunch<float>&, AddressRange, AddressRange);
template Findings Emulator::inspect(const EmulatedLaunch<double>&, AddressRange, AddressRange);
template SectorCounts Emulator::count(const EmulatedLaunch<float>&, const Box&, AddressRange,
                                      AddressRange);
template SectorCounts Emulator::count(const EmulatedLaunch<double>&, const Box&, AddressRange,
                                      AddressRange);

}  // namespace ministencil
