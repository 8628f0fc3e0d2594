// SPDX-License-Identifier: Apache-2.0
/// Runs the threads of an emulated block as fibers, which switch at barriers.
/// Fibers and stacks are made once and serve block after block; a stack ends in a guard page, so a
/// kernel with too many local variables faults instead of overwriting its neighbour's.
#pragma once

#include <boost/context/fiber.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "stencil/emulated_thread.hpp"

namespace ministencil {

class FiberPool {
 public:
  FiberPool();
  FiberPool(const FiberPool&) = delete;
  FiberPool& operator=(const FiberPool&) = delete;
  ~FiberPool();

  /// Calls `body` once as each of `threads`, in their order from barrier to barrier. `body` must
  /// not throw: exceptions cannot leave a fiber. A recorder in emulated_thread is told of lanes and
  /// warps. Throws MachineError if there is no memory for the stacks.
  void run_block(std::span<const ThreadIndex> threads, const std::function<void()>& body);

  /// Called by `body`: returns when all threads that still run have called it as often.
  void wait();

 private:
  /// One fiber while it does not run; the caller of run_block() is one too.
  struct alignas(64) Strand {
    boost::context::fiber fiber;
    Strand* next = nullptr;  // of those that still run, in a ring
    ThreadIndex index{};
    int number = 0;
    const void* stack = nullptr;  // the rest is for AddressSanitizer
    std::size_t stack_bytes = 0;
    void* fake_stack = nullptr;
  };

  std::unique_ptr<Strand> make_strand(int number);
  void run_bodies() noexcept;
  void finish();
  void pass_on(const Strand& left, Strand& next);
  void switch_to(Strand& next);
  void arrive(boost::context::fiber&& from);

  std::vector<std::unique_ptr<Strand>> strands_;
  std::unique_ptr<Strand> caller_;
  Strand *running_, *left_;                      // left_: who ran before running_
  Strand* before_ = nullptr;                     // points to running_ in the ring
  const std::function<void()>* body_ = nullptr;  // null: a resumed fiber ends
};

}  // namespace ministencil
