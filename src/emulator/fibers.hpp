// SPDX-License-Identifier: Apache-2.0
/// Runs the threads of an emulated block as fibers, which switch at barriers.
/// Fibers and stacks are made once and serve block after block; a stack ends in a guard page, so a
/// kernel with too many local variables faults instead of overwriting its neighbour's.
#pragma once

#include <boost/context/fiber.hpp>

#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

namespace ministencil {

class FiberPool {
 public:
  FiberPool() = default;
  FiberPool(const FiberPool&) = delete;
  FiberPool& operator=(const FiberPool&) = delete;
  ~FiberPool();

  /// Prepares fibers 0 to threads − 1 to call `body` once each, when they are resumed. `body` must
  /// not throw, since exceptions cannot leave a fiber, and has to live until all have finished.
  /// Throws MachineError if there is no memory for their stacks.
  void begin(int threads, const std::function<void()>& body);
  /// Runs fiber `thread` up to its next barrier, or to its end.
  void resume(int thread);
  bool finished(int thread) const { return strands_[thread]->finished; }

  /// Called on a fiber: returns to whoever resumed it.
  void wait();

 private:
  /// One fiber, and where it goes when it waits.
  struct Strand {
    boost::context::fiber fiber, caller;
    bool finished = true;
    const void* stack = nullptr;                           // its lowest address
    std::size_t stack_bytes = 0;
    void *own_fake_stack = nullptr, *fake_stack = nullptr;  // AddressSanitizer's, here and there
    const void* caller_stack = nullptr;
    std::size_t caller_stack_bytes = 0;
  };

  std::unique_ptr<Strand> make_strand(std::size_t number);
  void run_bodies(Strand& strand) noexcept;
  static void enter(Strand& strand);
  static void leave(Strand& strand);

  std::vector<std::unique_ptr<Strand>> strands_;
  const std::function<void()>* body_ = nullptr;  // null: a resumed fiber ends
  Strand* running_ = nullptr;
};

}  // namespace ministencil
