// SPDX-License-Identifier: Apache-2.0
#include "emulator/fibers.hpp"

#include <sys/mman.h>

#include <utility>

#include "core/error.hpp"

// AddressSanitizer wants to know when the stack changes; without it these do nothing.
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/common_interface_defs.h>
#else
static void __sanitizer_start_switch_fiber(void**, const void*, std::size_t) {}
static void __sanitizer_finish_switch_fiber(void*, const void**, std::size_t*) {}
#endif

namespace ministencil {

namespace {

constexpr std::size_t page_bytes = 4096;
constexpr std::size_t mapped_bytes = 16 * page_bytes;

/// Maps stacks with a guard page below. Tops are shifted by some cache lines from stack to stack:
/// at one place in their pages all of them would compete for the same few sets of the cache.
struct StackAllocator {
  std::size_t shift;

  boost::context::stack_context allocate() {
    void* const memory = mmap(nullptr, mapped_bytes, PROT_READ | PROT_WRITE,
                              MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED || mprotect(memory, page_bytes, PROT_NONE) != 0) {
      throw MachineError(
          "the emulator got no memory for the stack of a thread; choose a smaller kernel.block");
    }
    boost::context::stack_context stack;
    stack.size = mapped_bytes - shift;
    stack.sp = static_cast<char*>(memory) + stack.size;
    return stack;
  }

  void deallocate(boost::context::stack_context& stack) noexcept {
    munmap(static_cast<char*>(stack.sp) - stack.size, mapped_bytes);
  }
};

}  // namespace

FiberPool::~FiberPool() {
  body_ = nullptr;
  for (const auto& strand : strands_) enter(*strand);
}

std::unique_ptr<FiberPool::Strand> FiberPool::make_strand(std::size_t number) {
  auto made = std::make_unique<Strand>();
  Strand& strand = *made;
  StackAllocator allocator{number % 16 * 256};
  const auto stack = allocator.allocate();
  strand.stack = static_cast<char*>(stack.sp) - stack.size;
  strand.stack_bytes = stack.size;
  strand.fiber = boost::context::fiber(
      std::allocator_arg, boost::context::preallocated(stack.sp, stack.size, stack), allocator,
      [this, &strand](boost::context::fiber&& caller) {
        strand.caller = std::move(caller);
        __sanitizer_finish_switch_fiber(nullptr, &strand.caller_stack, &strand.caller_stack_bytes);
        run_bodies(strand);
        __sanitizer_start_switch_fiber(nullptr, strand.caller_stack, strand.caller_stack_bytes);
        return std::move(strand.caller);
      });
  return made;
}

void FiberPool::run_bodies(Strand& strand) noexcept {
  while (body_) {
    (*body_)();
    strand.finished = true;
    leave(strand);
  }
}

void FiberPool::enter(Strand& strand) {
  __sanitizer_start_switch_fiber(&strand.fake_stack, strand.stack, strand.stack_bytes);
  strand.fiber = std::move(strand.fiber).resume();
  __sanitizer_finish_switch_fiber(strand.fake_stack, nullptr, nullptr);
}

void FiberPool::leave(Strand& strand) {
  __sanitizer_start_switch_fiber(&strand.own_fake_stack, strand.caller_stack,
                                 strand.caller_stack_bytes);
  strand.caller = std::move(strand.caller).resume();
  __sanitizer_finish_switch_fiber(strand.own_fake_stack, &strand.caller_stack,
                                  &strand.caller_stack_bytes);
}

void FiberPool::begin(int threads, const std::function<void()>& body) {
  while (strands_.size() < static_cast<std::size_t>(threads)) {
    strands_.push_back(make_strand(strands_.size()));
  }
  body_ = &body;
  for (int thread = 0; thread < threads; ++thread) strands_[thread]->finished = false;
}

void FiberPool::resume(int thread) {
  running_ = strands_[thread].get();
  enter(*running_);
}

void FiberPool::wait() { leave(*running_); }

}  // namespace ministencil
