// SPDX-License-Identifier: Apache-2.0
/// Who goes on when a fiber waits: barriers of the block and meetings of a warp.
#include <algorithm>
#include <bit>
#include <utility>

#include "emulator/fibers.hpp"
#include "emulator/inspector.hpp"
#include "emulator/recorder.hpp"

namespace ministencil {

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

}  // namespace ministencil
