// SPDX-License-Identifier: Apache-2.0
/// Runs the threads of an emulated block as fibers, which switch at barriers and shuffles.
/// Fibers and stacks are made once and serve block after block; a stack ends in a guard page, so a
/// kernel with too many local variables faults instead of overwriting its neighbour's.
#pragma once

#include <boost/context/fiber.hpp>
#include <csetjmp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "emulator/code_place.hpp"
#include "stencil/emulated_thread.hpp"

namespace ministencil {

class FiberPool {
 public:
  FiberPool();
  FiberPool(const FiberPool&) = delete;
  FiberPool& operator=(const FiberPool&) = delete;
  ~FiberPool();

  /// Calls `body` once as each of `threads`, in their order from barrier to barrier. `body` must
  /// not throw: exceptions cannot leave a fiber. Whoever watches (emulated_thread) is told of lanes
  /// and warps. Throws MachineError if there is no memory for the stacks.
  void run_block(std::span<const ThreadIndex> threads, const std::function<void()>& body);

  /// Called by `body` at `place`: returns when all threads that still run have called it as often.
  void wait(CodePlace place);

  /// Called by `body` at `pc`: returns when the lanes of `mask` that still run have called it, with
  /// what lane `source` of the warp gave as `bits`; ones if that lane takes no part. Lanes that can
  /// never come, since they wait for the block, are not waited for.
  std::uint64_t meet(std::uintptr_t pc, unsigned mask, std::uint64_t bits, int source);

  /// The running thread's place in its warp.
  int lane() const { return running_->number % warp; }

  /// Called by `body` in an inspected launch: the thread does not go on.
  [[noreturn]] void stop_thread();

 private:
  static constexpr int warp = 32;

  /// One fiber while it does not run; the caller of run_block() is one too.
  struct alignas(64) Strand {
    boost::context::fiber fiber;
    ThreadIndex index{};
    int number = 0;
    CodePlace place;    // of the barrier or meeting that it waits in
    unsigned mask = 0;  // of the meeting
    int source = 0;
    std::uint64_t bits = 0;
    std::uint32_t iteration = 0, base = 0;  // when it began to wait; where it goes on counting
    std::uint32_t meetings = 0;             // of its warp that it was in, in this block
    bool is_stopped = false;
    const void* stack = nullptr;
    std::size_t stack_bytes = 0;
    void* fake_stack = nullptr;  // AddressSanitizer's
    std::jmp_buf end_of_thread;
  };
  /// Lanes of a warp as bits. Those that run and neither can go on nor meet wait for the block.
  struct Warp {
    unsigned running = 0, can_go_on = 0, in_meeting = 0;
  };

  std::unique_ptr<Strand> make_strand(int number);
  void run_bodies() noexcept;
  void run_or_stop() noexcept;
  void finish();
  void begin_block(std::span<const ThreadIndex> threads);

  void go_on();
  Strand* next_strand();
  Strand* first_strand(std::size_t first_warp);
  void release();
  void release_block();
  void inspect_barrier(Inspector& inspector) const;
  bool release_meetings();
  void try_meeting(std::size_t warp_number, unsigned mask);
  void end_meeting(std::size_t warp_number, unsigned lanes);
  unsigned lanes_with_mask(std::size_t warp_number, unsigned mask) const;
  Strand& strand(std::size_t warp_number, int lane) const;

  void pass_on(Strand& next);
  void switch_to(Strand& next);
  void arrive(boost::context::fiber&& from);

  std::vector<std::unique_ptr<Strand>> strands_;
  std::unique_ptr<Strand> caller_;
  std::vector<Warp> warps_;
  int threads_ = 0, unfinished_ = 0;             // of the block
  bool any_base_ = false;                        // whether a strand's base is not 0
  Strand *running_, *left_;                      // left_: who ran before running_
  const std::function<void()>* body_ = nullptr;  // null: a resumed fiber ends
};

}  // namespace ministencil
