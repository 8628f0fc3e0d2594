// SPDX-License-Identifier: Apache-2.0
#include "emulator/fibers.hpp"

#include <sys/mman.h>

#include <utility>

#include "core/error.hpp"
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

constexpr int warp = 32;
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
    (*body_)();
    finish();
  }
}

void FiberPool::run_block(std::span<const ThreadIndex> threads, const std::function<void()>& body) {
  while (strands_.size() < threads.size()) {
    strands_.push_back(make_strand(static_cast<int>(strands_.size())));
  }
  for (std::size_t thread = 0; thread < threads.size(); ++thread) {
    strands_[thread]->index = threads[thread];
    strands_[thread]->next = strands_[(thread + 1) % threads.size()].get();
  }
  body_ = &body;
  before_ = strands_[threads.size() - 1].get();
  if (emulated_thread.recorder) emulated_thread.recorder->begin_lane();
  emulated_thread.thread = threads[0];
  switch_to(*strands_[0]);
}

void FiberPool::wait() {
  before_ = running_;
  pass_on(*running_, *running_->next);
}

/// Leaves the ring. The last one returns to the caller of run_block().
void FiberPool::finish() {
  Strand& self = *running_;
  before_->next = self.next;
  pass_on(self, self.next == &self ? *caller_ : *self.next);
}

void FiberPool::pass_on(const Strand& left, Strand& next) {
  if (AccessRecorder* const recorder = emulated_thread.recorder) {
    const bool same_warp = next.number > left.number && next.number / warp == left.number / warp;
    if (!same_warp || &next == caller_.get()) recorder->end_warp();
    recorder->begin_lane();
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
