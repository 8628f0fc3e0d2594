// SPDX-License-Identifier: Apache-2.0
#include "emulator/fibers.hpp"

#include <sys/mman.h>

#include <utility>

#include "core/error.hpp"
#include "emulator/inspector.hpp"
#include "emulator/recorder.hpp"

// AddressSanitizer wants to know when the stack changes and that what lay on one is gone; without
// it these do nothing.
#ifdef __SANITIZE_ADDRESS__
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#else
static void __sanitizer_start_switch_fiber(void**, const void*, std::size_t) {}
static void __sanitizer_finish_switch_fiber(void*, const void**, std::size_t*) {}
static void __asan_unpoison_memory_region(const void*, std::size_t) {}
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
    void* const memory = static_cast<char*>(stack.sp) - stack.size;
    __asan_unpoison_memory_region(memory, mapped_bytes);
    munmap(memory, mapped_bytes);
  }
};

}  // namespace

FiberPool::FiberPool() : caller_(std::make_unique<Strand>()) { running_ = left_ = caller_.get(); }

FiberPool::~FiberPool() {
  body_ = nullptr;
  for (const auto& strand : strands_) switch_to(*strand);
}

std::unique_ptr<FiberPool::Strand> FiberPool::make_strand(int number) {
  auto strand = std::make_unique<Strand>();
  StackAllocator allocator{static_cast<std::size_t>(number) % 16 * 256};
  const auto stack = allocator.allocate();
  strand->number = number;
  strand->stack = static_cast<char*>(stack.sp) - stack.size;
  strand->stack_bytes = stack.size;
  strand->fiber = boost::context::fiber(
      std::allocator_arg, boost::context::preallocated(stack.sp, stack.size, stack), allocator,
      [this](boost::context::fiber&& from) {
        arrive(std::move(from));
        run_bodies();
        __sanitizer_start_switch_fiber(nullptr, caller_->stack, caller_->stack_bytes);
        left_ = std::exchange(running_, caller_.get());
        return std::move(caller_->fiber);
      });
  return strand;
}

void FiberPool::run_bodies() noexcept {
  while (body_) {
    if (emulated_thread.inspector) {
      run_or_stop();
    } else {
      (*body_)();
    }
    finish();
  }
}

/// stop_thread() comes back here. Kernels have no destructors that it could skip.
void FiberPool::run_or_stop() noexcept {
  if (setjmp(running_->end_of_thread) == 0) (*body_)();
}

void FiberPool::stop_thread() {
  running_->is_stopped = true;
  std::longjmp(running_->end_of_thread, 1);
}

void FiberPool::begin_block(std::span<const ThreadIndex> threads) {
  while (strands_.size() < threads.size()) {
    strands_.push_back(make_strand(static_cast<int>(strands_.size())));
  }
  threads_ = unfinished_ = static_cast<int>(threads.size());
  warps_.assign((threads.size() + warp - 1) / warp, Warp{});
  for (std::size_t thread = 0; thread < threads.size(); ++thread) {
    Strand& strand = *strands_[thread];
    strand.index = threads[thread];
    strand.base = strand.meetings = 0;
    strand.is_stopped = false;
    Warp& its_warp = warps_[thread / warp];
    its_warp.running |= 1u << thread % warp;
    its_warp.can_go_on = its_warp.running;
  }
}

void FiberPool::run_block(std::span<const ThreadIndex> threads, const std::function<void()>& body) {
  begin_block(threads);
  body_ = &body;
  pass_on(*strands_[0]);
}

void FiberPool::wait(CodePlace place) {
  Strand& self = *running_;
  self.place = place;
  warps_[self.number / warp].can_go_on &= ~(1u << self.number % warp);
  go_on();
}

std::uint64_t FiberPool::meet(std::uintptr_t pc, unsigned mask, std::uint64_t bits, int source) {
  Strand& self = *running_;
  const std::size_t own = self.number / warp;
  const unsigned bit = 1u << self.number % warp;
  self.place = {pc, 0};
  self.mask = mask | bit;
  self.bits = bits;
  self.source = source;
  if (const AccessRecorder* const recorder = emulated_thread.recorder) {
    self.iteration = recorder->iteration();
  } else if (const Inspector* const inspector = emulated_thread.inspector) {
    self.iteration = inspector->iteration();
  }
  warps_[own].can_go_on &= ~bit;
  warps_[own].in_meeting |= bit;
  try_meeting(own, self.mask);
  go_on();
  return self.bits;
}

/// The last one returns to the caller of run_block().
void FiberPool::finish() {
  const std::size_t own = running_->number / warp;
  const unsigned bit = 1u << running_->number % warp;
  Warp& its_warp = warps_[own];
  its_warp.running &= ~bit;
  its_warp.can_go_on &= ~bit;
  --unfinished_;
  for (int lane = 0; lane < warp && its_warp.in_meeting; ++lane) {  // whoever waited for it
    if (its_warp.in_meeting >> lane & 1) try_meeting(own, strand(own, lane).mask);
  }
  go_on();
}

void FiberPool::pass_on(Strand& next) {
  const bool same_warp = running_ != caller_.get() && &next != caller_.get() &&
                         next.number / warp == running_->number / warp;
  if (AccessRecorder* const recorder = emulated_thread.recorder) {
    if (!same_warp) recorder->end_warp();
    recorder->begin_lane(next.base);
  } else if (Inspector* const inspector = emulated_thread.inspector) {
    if (!same_warp) inspector->end_warp();
    inspector->begin_lane(
        {.number = next.number,
         .meetings = next.meetings,
         .base = next.base,
         .stack = {reinterpret_cast<std::uintptr_t>(next.stack), next.stack_bytes}});
  }
  emulated_thread.thread = next.index;
  if (&next != running_) switch_to(next);
}

void FiberPool::switch_to(Strand& next) {
  Strand& self = *running_;
  left_ = &self;
  running_ = &next;
  __sanitizer_start_switch_fiber(&self.fake_stack, next.stack, next.stack_bytes);
  arrive(std::move(next.fiber).resume());
}

/// First thing after a switch: whoever ran until now is kept, so that it can go on later.
void FiberPool::arrive(boost::context::fiber&& from) {
  __sanitizer_finish_switch_fiber(running_->fake_stack, &left_->stack, &left_->stack_bytes);
  left_->fiber = std::move(from);
}

}  // namespace ministencil
