// SPDX-License-Identifier: Apache-2.0
#include "emulator/fibers.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <bit>
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

void FiberPool::go_on() {
  if (unfinished_ == 0) return pass_on(*caller_);
  Strand* next = next_strand();
  if (!next) {
    release();
    next = first_strand(0);
  }
  pass_on(*next);
}

/// Later lanes of the warp, then its earlier ones, which a meeting may have freed, then the others.
FiberPool::Strand* FiberPool::next_strand() {
  const std::size_t own = running_->number / warp;
  const unsigned later = warps_[own].can_go_on & ~1u << running_->number % warp;
  if (later) return &strand(own, std::countr_zero(later));
  if (Strand* const next = first_strand(own)) return next;
  return first_strand(0);
}

FiberPool::Strand* FiberPool::first_strand(std::size_t first_warp) {
  for (std::size_t i = first_warp; i < warps_.size(); ++i) {
    if (warps_[i].can_go_on) return &strand(i, std::countr_zero(warps_[i].can_go_on));
  }
  return nullptr;
}

/// Nobody can go on by itself: whoever meets waits in vain for lanes that wait for the block, or
/// all wait for the block.
void FiberPool::release() {
  if (!release_meetings()) release_block();
}

bool FiberPool::release_meetings() {
  bool any = false;
  for (std::size_t i = 0; i < warps_.size(); ++i) {
    while (warps_[i].in_meeting) {
      const Strand& first = strand(i, std::countr_zero(warps_[i].in_meeting));
      if (emulated_thread.inspector)
        emulated_thread.inspector->vain_meeting(first.place.pc, first.index);
      end_meeting(i, lanes_with_mask(i, first.mask));
      any = true;
    }
  }
  return any;
}

/// Tells the inspector who waits elsewhere than the first thread that waits, or not at all.
void FiberPool::inspect_barrier(Inspector& inspector) const {
  const auto waits = [&](int thread) {
    return (warps_[thread / warp].running >> thread % warp & 1) != 0;
  };
  int first = 0;
  while (!waits(first)) ++first;
  const CodePlace place = strands_[first]->place;
  for (int thread = 0; thread < threads_; ++thread) {
    const Strand& each = *strands_[thread];
    if (!waits(thread)) {
      if (!each.is_stopped) inspector.missed_barrier(place, each.index);
    } else if (each.place.line != place.line) {
      inspector.split_barrier(place, each.place, each.index);
    }
  }
}

void FiberPool::release_block() {
  if (Inspector* const inspector = emulated_thread.inspector) {
    inspect_barrier(*inspector);
    inspector->end_warp();
    inspector->begin_interval();
  }
  if (emulated_thread.recorder) emulated_thread.recorder->end_warp();
  for (Warp& each : warps_) each.can_go_on = each.running;
  if (!std::exchange(any_base_, false)) return;
  for (int thread = 0; thread < threads_; ++thread) strands_[thread]->base = 0;
}

unsigned FiberPool::lanes_with_mask(std::size_t warp_number, unsigned mask) const {
  unsigned lanes = 0;
  for (unsigned left = warps_[warp_number].in_meeting; left; left &= left - 1) {
    const int lane = std::countr_zero(left);
    if (strand(warp_number, lane).mask == mask) lanes |= 1u << lane;
  }
  return lanes;
}

/// Ends the meeting of `mask` if all of its lanes that still run are there.
void FiberPool::try_meeting(std::size_t warp_number, unsigned mask) {
  const Warp& its_warp = warps_[warp_number];
  const unsigned awaited = mask & its_warp.running;
  if (awaited == 0 || (awaited & ~its_warp.in_meeting)) return;
  const unsigned lanes = lanes_with_mask(warp_number, mask);
  if ((awaited & ~lanes) == 0) end_meeting(warp_number, lanes);
}

/// Hands out the values. A warp that met whole starts counting afresh, like after a barrier; lanes
/// that met apart from the others must not be matched with what they did before.
void FiberPool::end_meeting(std::size_t warp_number, unsigned lanes) {
  Warp& its_warp = warps_[warp_number];
  std::uint64_t given[warp];
  std::uint32_t farthest = 0;
  for (int lane = 0; lane < warp; ++lane) {
    if (lanes >> lane & 1) {
      given[lane] = strand(warp_number, lane).bits;
      farthest = std::max(farthest, strand(warp_number, lane).iteration);
    }
  }
  const bool is_whole = lanes == its_warp.running;
  any_base_ |= !is_whole;
  for (int lane = 0; lane < warp; ++lane) {
    if (!(lanes >> lane & 1)) continue;
    Strand& each = strand(warp_number, lane);
    const bool is_there = lanes >> each.source & 1;
    if (!is_there && emulated_thread.inspector) {
      emulated_thread.inspector->absent_lane(each.place.pc, each.index);
    }
    each.bits = is_there ? given[each.source] : ~std::uint64_t{0};
    each.base = is_whole ? 0 : farthest + 1;
    ++each.meetings;
  }
  its_warp.in_meeting &= ~lanes;
  its_warp.can_go_on |= lanes;
  if (!is_whole) return;
  if (emulated_thread.recorder) emulated_thread.recorder->end_warp();
  if (emulated_thread.inspector) emulated_thread.inspector->end_warp();
}

FiberPool::Strand& FiberPool::strand(std::size_t warp_number, int lane) const {
  return *strands_[warp_number * warp + static_cast<std::size_t>(lane)];
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
