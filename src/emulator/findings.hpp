// SPDX-License-Identifier: Apache-2.0
/// What an inspected launch did wrong, and where its requests went, by line of the kernel's source.
#pragma once

#include <compare>
#include <string>
#include <vector>

#include "core/box.hpp"
#include "emulator/sector_counts.hpp"
#include "stencil/emulated_thread.hpp"

namespace ministencil {

/// A line of a file as the compiler was given it; line 0 where the program has no debug lines.
struct SourceLine {
  std::string file;
  int line = 0;

  auto operator<=>(const SourceLine&) const = default;
};

enum class FindingKind {
  race,                 // two threads of a block, not ordered, one of them stores
  race_between_blocks,  // two blocks and one element of the output
  unwritten_shared,     // a load of shared memory that nothing in the block has stored
  unwritten_field,      // a load of an element that holds no value
  out_of_bounds,        // not performed: the thread stopped there
  stray_store,          // to an element of the output outside the points to update
  store_to_input,
  missed_barrier,  // some threads of the block had returned
  split_barrier,   // some threads of the block waited at another one
  vain_meeting,    // lanes that a shuffle or __syncwarp() names wait for the block instead
  absent_lane,     // a shuffle reads from a lane that takes no part
};

enum class MemoryKind { shared, input, output, other };

/// One kind of fault between one or two lines, and the first thread that showed it.
struct Finding {
  FindingKind kind;
  SourceLine where;
  SourceLine other;  // of the earlier access or other barrier, if the kind has one
  Index count = 0;   // times
  ThreadIndex block{}, thread{};
  ThreadIndex other_thread{};
  MemoryKind memory = MemoryKind::other;
  Index offset = 0;  // bytes from the start of shared memory or from owned point (0, 0, 0)
};

/// Requests (one a warp and instruction) of shared memory. It has 32 banks of 4 bytes; a wavefront
/// reads or writes one word a bank. Accesses of 8 and 16 bytes go by half and quarter warps.
struct SharedMemoryUse {
  Index requests = 0;
  Index wavefronts = 0;  // that it takes
  Index fewest = 0;      // that it would take without bank conflicts

  constexpr bool operator==(const SharedMemoryUse&) const = default;
  constexpr Index excess() const { return wavefronts - fewest; }
};

constexpr SharedMemoryUse operator+(const SharedMemoryUse& a, const SharedMemoryUse& b) {
  return {a.requests + b.requests, a.wavefronts + b.wavefronts, a.fewest + b.fewest};
}

/// What one line asks for.
struct LineUse {
  SourceLine where;
  SectorCounts global;
  SharedMemoryUse shared;
};

struct Findings {
  std::vector<Finding> list;   // by kind and line
  std::vector<LineUse> lines;  // by file and line

  SectorCounts global() const;
  SharedMemoryUse shared() const;
};

/// "race: …", with lines, thread and element, and what to do.
std::string text_of(const Finding& finding);

}  // namespace ministencil
