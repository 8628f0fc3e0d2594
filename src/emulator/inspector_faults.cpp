// SPDX-License-Identifier: Apache-2.0
/// What an inspector keeps of the faults that it has seen, and what it tells of them.
#include <map>
#include <tuple>

#include "emulator/inspector.hpp"

namespace ministencil {

namespace {

SourceLine line_at(const SourceLines& lines, const CodePlace& place) {
  SourceLine line = place.pc ? lines.line_of(place.pc) : SourceLine{};
  if (place.line != 0) line.line = place.line;
  return line;
}

}  // namespace

Inspector::Fault& Inspector::add(FindingKind kind, CodePlace where, CodePlace other) noexcept {
  Fault& fault = faults_[{kind, where, other}];
  if (fault.count == 0) {
    fault.block = emulated_thread.block;
    fault.thread = fault.other_thread = emulated_thread.thread;
    fault.memory = MemoryKind::other;
    fault.offset = 0;
  }
  fault.count += times_;
  return fault;
}

void Inspector::add_access(FindingKind kind, std::uint32_t site, std::uintptr_t address) noexcept {
  Fault& fault = add(kind, {sites_[site].pc});
  if (fault.count == times_) locate(fault, address);
}

void Inspector::add_race(FindingKind kind, const Touch& now, const Touch& earlier,
                         std::uintptr_t address) noexcept {
  if (is_damaged_) return;
  Fault& fault = add(kind, {sites_[now.site].pc}, {sites_[earlier.site].pc});
  if (fault.count != times_) return;
  locate(fault, address);
  fault.other_thread = index_of(earlier.thread);
}

/// Names the memory that holds an address or, out of bounds, lies nearest to it.
void Inspector::locate(Fault& fault, std::uintptr_t address) const noexcept {
  std::uintptr_t nearest = 1u << 20;  // farther away it is anybody's guess
  const auto consider = [&](MemoryKind memory, AddressRange range, std::uintptr_t origin) {
    const std::uintptr_t last = range.first + range.bytes;
    const std::uintptr_t away = address < range.first ? range.first - address
                                : address >= last     ? address - last + 1
                                                      : 0;
    if (range.bytes == 0 || away >= nearest) return;
    nearest = away;
    fault.memory = memory;
    fault.offset = static_cast<Index>(address - origin);
  };
  consider(MemoryKind::input, memory_.in, memory_.in_origin);
  consider(MemoryKind::output, memory_.out, memory_.out_origin);
  consider(MemoryKind::shared, memory_.shared, memory_.shared.first);
  for (const ProgramRange& array : static_arrays_) {
    consider(MemoryKind::shared, {array.first, array.bytes}, array.first);
  }
}

ThreadIndex Inspector::index_of(int thread) const noexcept {
  const ThreadIndex extent = emulated_thread.block_extent;
  const unsigned number = static_cast<unsigned>(thread);
  return {number % extent.x, number / extent.x % extent.y, number / extent.x / extent.y};
}

void Inspector::missed_barrier(CodePlace place, ThreadIndex missing) noexcept {
  if (!is_damaged_) add(FindingKind::missed_barrier, place).other_thread = missing;
}

void Inspector::split_barrier(CodePlace place, CodePlace other, ThreadIndex there) noexcept {
  if (!is_damaged_) add(FindingKind::split_barrier, place, other).other_thread = there;
}

void Inspector::vain_meeting(std::uintptr_t pc, ThreadIndex thread) noexcept {
  if (!is_damaged_) add(FindingKind::vain_meeting, {pc}).thread = thread;
}

void Inspector::absent_lane(std::uintptr_t pc, ThreadIndex thread) noexcept {
  if (!is_damaged_) add(FindingKind::absent_lane, {pc}).thread = thread;
}

SharedMemoryUse Inspector::shared() const {
  SharedMemoryUse total;
  for (const Site& site : sites_) total = total + site.shared;
  return total;
}

Findings Inspector::findings() const {
  const SourceLines lines;
  std::map<std::tuple<FindingKind, SourceLine, SourceLine>, Finding> faults;
  for (const auto& [key, fault] : faults_) {
    const SourceLine where = line_at(lines, key.where), other = line_at(lines, key.other);
    const Finding fresh{.kind = key.kind,
                        .where = where,
                        .other = other,
                        .block = fault.block,
                        .thread = fault.thread,
                        .other_thread = fault.other_thread,
                        .memory = fault.memory,
                        .offset = fault.offset};
    faults.try_emplace({key.kind, where, other}, fresh).first->second.count += fault.count;
  }
  std::map<SourceLine, LineUse> uses;
  for (const Site& site : sites_) {
    if (site.pc == 0) continue;
    const SourceLine where = lines.line_of(site.pc);
    LineUse& use =
        uses.try_emplace(where, LineUse{.where = where, .global = {}, .shared = {}}).first->second;
    use.global += site.global;
    use.shared = use.shared + site.shared;
  }
  Findings findings;
  for (const auto& [key, finding] : faults) findings.list.push_back(finding);
  for (const auto& [where, use] : uses) findings.lines.push_back(use);
  return findings;
}

}  // namespace ministencil
