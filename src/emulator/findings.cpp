// SPDX-License-Identifier: Apache-2.0
#include "emulator/findings.hpp"

#include <fmt/format.h>

namespace ministencil {

namespace {

std::string text_of(const SourceLine& line) {
  return line.line == 0 ? "an unknown line" : fmt::format("{}:{}", line.file, line.line);
}

std::string text_of(ThreadIndex index) {
  return fmt::format("({}, {}, {})", index.x, index.y, index.z);
}

std::string place_of(const Finding& f) {
  switch (f.memory) {
    case MemoryKind::shared:
      return fmt::format("byte {} of shared memory", f.offset);
    case MemoryKind::input:
      return fmt::format("byte {} from the input's point (0, 0, 0)", f.offset);
    case MemoryKind::output:
      return fmt::format("byte {} from the output's point (0, 0, 0)", f.offset);
    case MemoryKind::other:
      break;
  }
  return "an address far from every field";
}

/// Problem, reason and remedy.
std::string explain(const Finding& f) {
  const std::string other = text_of(f.other), place = place_of(f);
  switch (f.kind) {
    case FindingKind::race:
      return fmt::format(
          "race: touches {}, which thread {} touched at {} since the last barrier; put "
          "__syncthreads() between the two",
          place, text_of(f.other_thread), other);
    case FindingKind::race_between_blocks:
      return fmt::format(
          "race between blocks: another block stored {} at {}; let one block store each element",
          place, other);
    case FindingKind::unwritten_shared:
      return fmt::format(
          "unwritten: loads {}, which no thread of the block has stored; store it before the "
          "barrier, or do not load it",
          place);
    case FindingKind::unwritten_field:
      return fmt::format(
          "unwritten: loads {}, which holds no value; clamp the coordinates to the region's "
          "readable points",
          place);
    case FindingKind::out_of_bounds:
      return fmt::format("out of bounds: touches {}, so the thread was stopped; check the index",
                         place);
    case FindingKind::stray_store:
      return fmt::format(
          "stray store: {} lies outside the points to update; store only from region.first to "
          "region.last",
          place);
    case FindingKind::store_to_input:
      return fmt::format("store to the input: at {}; store to the output", place);
    case FindingKind::missed_barrier:
      return fmt::format(
          "missed barrier: thread {} had returned; let the whole block return, or nobody",
          text_of(f.other_thread));
    case FindingKind::split_barrier:
      return fmt::format(
          "split barrier: thread {} waited at {} instead; let all threads of a block reach the "
          "same __syncthreads()",
          text_of(f.other_thread), other);
    case FindingKind::vain_meeting:
      return "vain meeting: lanes of the mask wait for the block instead; name only lanes that "
             "come";
    case FindingKind::absent_lane:
      return "absent lane: reads from a lane that takes no part; read from lanes of the mask";
  }
  return {};
}

}  // namespace

std::string text_of(const Finding& finding) {
  return fmt::format("{}: {} (thread {} of block {}, {} times)", text_of(finding.where),
                     explain(finding), text_of(finding.thread), text_of(finding.block),
                     finding.count);
}

SectorCounts Findings::global() const {
  SectorCounts total;
  for (const LineUse& line : lines) total += line.global;
  return total;
}

SharedMemoryUse Findings::shared() const {
  SharedMemoryUse total;
  for (const LineUse& line : lines) total = total + line.shared;
  return total;
}

}  // namespace ministencil
