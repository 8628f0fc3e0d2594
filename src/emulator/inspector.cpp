// SPDX-License-Identifier: Apache-2.0
#include "emulator/inspector.hpp"

#include <algorithm>

namespace ministencil {

namespace {

constexpr int warp = 32;
constexpr std::size_t widest_access = 16;  // bytes a thread and instruction

bool holds(const AddressRange& range, std::uintptr_t address, std::size_t bytes) noexcept {
  return range.holds(address) && range.bytes - (address - range.first) >= bytes;
}

bool any_holds(const std::vector<ProgramRange>& ranges, std::uintptr_t address,
               std::size_t bytes) noexcept {
  for (const ProgramRange& range : ranges) {
    if (holds({range.first, range.bytes}, address, bytes)) return true;
  }
  return false;
}

/// Calls visit(word's address, bits of its bytes) for the words of an access.
template <class Visit>
void for_each_word(std::uintptr_t address, std::size_t bytes, const Visit& visit) noexcept {
  const std::uintptr_t end = address + bytes;
  for (std::uintptr_t word = address / shadow_word_bytes * shadow_word_bytes; word < end;
       word += shadow_word_bytes) {
    const std::uintptr_t first = std::max(word, address) - word;
    const std::uintptr_t last = std::min(word + shadow_word_bytes, end) - word;
    visit(word, static_cast<std::uint8_t>((1u << last) - (1u << first)));
  }
}

/// Whether an element of a field is a point of the box. Rows and planes are cut from its start.
bool box_holds(const Point& first, const Point& last, const Region& region,
               Index element) noexcept {
  if (region.pitch <= 0 || region.plane <= 0) return true;  // no layout was given
  const Index from_first = element - region.offset(first.x, first.y, first.z);
  if (from_first < 0) return false;
  const Index in_plane = from_first % region.plane;
  return from_first / region.plane < last.z - first.z &&
         in_plane / region.pitch < last.y - first.y && in_plane % region.pitch < last.x - first.x;
}

Index element_of(std::uintptr_t address, std::uintptr_t origin, Index element_bytes) noexcept {
  const Index bytes = static_cast<Index>(address - origin);
  return (bytes >= 0 ? bytes : bytes - element_bytes + 1) / element_bytes;
}

}  // namespace

void Inspector::begin_launch(const InspectedMemory& memory, Index times) {
  memory_ = memory;
  times_ = times;
  dynamic_words_.resize(
      std::max(dynamic_words_.size(), memory.shared.bytes / shadow_word_bytes + 1));
  if (memory.code == known_code_) return;
  known_code_ = memory.code;
  static_arrays_ = SourceLines().static_arrays(memory.code);
  constants_ = SourceLines::constants();
}

void Inspector::begin_block() noexcept {
  begin_interval();
  ++block_;
  block_interval_ = interval_;
  is_damaged_ = false;
}

void Inspector::begin_lane(const Lane& lane) noexcept {
  lane_ = lane;
  lanes_.begin_lane(lane.base);
}

void Inspector::end_warp() noexcept {
  ++warp_;
  for (std::size_t i = 1; i < requests_.size(); ++i) close(requests_[i]);
  requests_.resize(1);
  for (const std::uint32_t site : touched_) sites_[site].requests.clear();
  touched_.clear();
}

std::uint32_t Inspector::site_at(std::uintptr_t pc) noexcept {
  std::uint32_t& number = site_numbers_.at(pc);
  if (number == 0) {
    number = static_cast<std::uint32_t>(sites_.size());
    sites_.emplace_back().pc = pc;
  }
  return number;
}

bool Inspector::is_static_array(std::uintptr_t address, std::size_t bytes) noexcept {
  if (holds(last_array_, address, bytes)) return true;
  for (const ProgramRange& array : static_arrays_) {
    if (!holds({array.first, array.bytes}, address, bytes)) continue;
    last_array_ = {array.first, array.bytes};
    return true;
  }
  return false;
}

Inspector::Place Inspector::place_of(Access kind, std::uintptr_t address,
                                     std::size_t bytes) noexcept {
  if (holds(memory_.shared, address, bytes)) return Place::shared;
  if (holds(memory_.in, address, bytes)) return Place::in;
  if (holds(memory_.out, address, bytes)) return Place::out;
  const AddressRange words{reinterpret_cast<std::uintptr_t>(&emulated_thread),
                           sizeof emulated_thread};
  if (holds(lane_.stack, address, bytes) || holds(memory_.argument, address, bytes) ||
      holds(words, address, bytes)) {
    return Place::unwatched;
  }
  if (is_static_array(address, bytes)) return Place::shared;
  if (is_read(kind) && any_holds(constants_, address, bytes)) return Place::unwatched;
  return Place::nowhere;
}

bool Inspector::access(Access kind, std::uintptr_t pc, std::uintptr_t address,
                       std::size_t bytes) noexcept {
  const Place place = place_of(kind, address, bytes);
  if (place == Place::unwatched) return true;
  const std::uint32_t site = site_at(pc);
  if (place != Place::nowhere) enter(kind, place, site, address, bytes);
  return check(kind, place, site, address, bytes);
}

bool Inspector::texel(Access kind, std::uintptr_t pc, std::uintptr_t address,
                      const LaneTexel& texel) noexcept {
  const Place place = place_of(kind, address, texel_bytes);
  const std::uint32_t site = site_at(pc);
  if (place == Place::in || place == Place::out) {
    enter(kind, place, site, address, texel_bytes, texel);
  }
  return check(kind, place, site, address, texel_bytes);
}

bool Inspector::check(Access kind, Place place, std::uint32_t site, std::uintptr_t address,
                      std::size_t bytes) noexcept {
  if (place == Place::nowhere) {
    add_access(FindingKind::out_of_bounds, site, address);
    is_damaged_ = true;
    return false;
  }
  if (place == Place::shared) check_shared(kind, site, address, bytes);
  if (place == Place::in) check_input(kind, site, address, bytes);
  if (place == Place::out) check_output(kind, site, address, bytes);
  return true;
}

/// Adds an access to the request that it is part of.
void Inspector::enter(Access kind, Place place, std::uint32_t number, std::uintptr_t address,
                      std::size_t bytes, const LaneTexel& texel) noexcept {
  for (std::size_t done = 0; done < bytes; done += widest_access) {
    Site& site = sites_[number];
    const bool again = site.lane == lanes_.lane() && site.iteration == lanes_.iteration();
    site.repetition = again ? site.repetition + 1 : 0;
    site.lane = lanes_.lane();
    site.iteration = lanes_.iteration();
    Request& request = find_request(kind, place == Place::shared, number);
    request.texel[request.lanes] = texel;
    request.access[request.lanes++] = {
        address + done, static_cast<std::uint8_t>(lane_.number % warp),
        static_cast<std::uint8_t>(std::min(bytes - done, widest_access))};
  }
}

Inspector::Request& Inspector::find_request(Access kind, bool is_shared,
                                            std::uint32_t number) noexcept {
  Site& site = sites_[number];
  if (site.warp != warp_) touched_.push_back(number);
  site.warp = warp_;
  if (site.requests.size() <= site.iteration) site.requests.resize(site.iteration + 1);
  std::uint32_t* link = &site.requests[site.iteration];
  for (; *link != 0; link = &requests_[*link].next) {
    Request& request = requests_[*link];
    const bool is_it = request.repetition == site.repetition && request.is_shared == is_shared;
    if (is_it && request.lanes < warp) return request;
  }
  *link = static_cast<std::uint32_t>(requests_.size());  // before the list, and the link, may move
  Request& fresh = requests_.emplace_back();
  fresh.site = number;
  fresh.repetition = site.repetition;
  fresh.next = 0;
  fresh.kind = kind;
  fresh.is_shared = is_shared;
  fresh.lanes = 0;
  return fresh;
}

void Inspector::close(const Request& request) noexcept {
  Site& site = sites_[request.site];
  const std::span accesses(request.access, static_cast<std::size_t>(request.lanes));
  if (request.is_shared) {
    const SharedMemoryUse use = wavefronts_of(accesses);
    site.shared = site.shared + SharedMemoryUse{use.requests * times_, use.wavefronts * times_,
                                                use.fewest * times_};
  } else if (is_texture(request.kind)) {
    const std::span texels(request.texel, static_cast<std::size_t>(request.lanes));
    site.global +=
        SectorCounts{.texture = request.kind == Access::texture_read ? texture_reads(texels)
                                                                     : surface_writes(texels)} *
        times_;
  } else if (request.kind == Access::load) {
    site.global +=
        SectorCounts{
            .loads = sectors_of(accesses), .load_requests = 1, .loaded_bytes = bytes_of(accesses)} *
        times_;
  } else {
    site.global += SectorCounts{.stores = sectors_of(accesses),
                                .store_requests = 1,
                                .stored_bytes = bytes_of(accesses)} *
                   times_;
  }
}

Touch Inspector::touch_of(std::uint32_t site, std::uint8_t bytes_mask) const noexcept {
  return {.interval = interval_,
          .site = site,
          .meetings = lane_.meetings,
          .thread = static_cast<std::uint16_t>(lane_.number),
          .bytes = bytes_mask};
}

/// Barriers order everything in a block, meetings the lanes of a warp.
bool Inspector::is_unordered(const Touch& earlier, const Touch& now) const noexcept {
  if (earlier.interval != now.interval || earlier.thread == now.thread) return false;
  if ((earlier.bytes & now.bytes) == 0) return false;
  return earlier.thread / warp != now.thread / warp || earlier.meetings == now.meetings;
}

void Inspector::check_shared(Access kind, std::uint32_t site, std::uintptr_t address,
                             std::size_t bytes) noexcept {
  for_each_word(address, bytes, [&](std::uintptr_t word, std::uint8_t mask) {
    check_shared_word(kind, shared_word(word), touch_of(site, mask), word);
  });
}

SharedWord& Inspector::shared_word(std::uintptr_t address) noexcept {
  if (!memory_.shared.holds(address)) return static_words_.at(address);
  return dynamic_words_[(address - memory_.shared.first) / shadow_word_bytes];
}

/// What the interval's loads found unwritten and nothing in the interval wrote is a fault.
void Inspector::settle() noexcept {
  for (const EarlyLoad& load : early_loads_) {
    if ((load.touch.bytes & ~shared_word(load.address).written) == 0) continue;
    Fault& fault = add(FindingKind::unwritten_shared, {sites_[load.touch.site].pc});
    if (fault.count != times_) continue;
    fault.thread = load.thread;
    locate(fault, load.address);
  }
  early_loads_.clear();
}

void Inspector::begin_interval() noexcept {
  settle();
  ++interval_;
}

void Inspector::check_shared_word(Access kind, SharedWord& word, const Touch& now,
                                  std::uintptr_t address) noexcept {
  if (word.written_interval < block_interval_) word.written = 0;
  if (is_unordered(word.write, now)) {
    add_race(FindingKind::race, now, word.write, address);
  } else if (kind == Access::load && (now.bytes & ~word.written) != 0 && !is_damaged_) {
    early_loads_.push_back({address, now, emulated_thread.thread});
  }
  if (kind == Access::load) {
    if (word.read.thread != now.thread || word.read.interval != now.interval) {
      word.other_read = word.read;
    }
    word.read = now;
    return;
  }
  if (is_unordered(word.read, now)) {
    add_race(FindingKind::race, now, word.read, address);
  } else if (is_unordered(word.other_read, now)) {
    add_race(FindingKind::race, now, word.other_read, address);
  }
  word.write = now;
  word.written_interval = now.interval;
  word.written = static_cast<std::uint8_t>(word.written | now.bytes);
}

void Inspector::check_input(Access kind, std::uint32_t site, std::uintptr_t address,
                            std::size_t bytes) noexcept {
  if (!is_read(kind)) return add_access(FindingKind::store_to_input, site, address);
  const Region& region = memory_.region;
  const Index step = memory_.element_bytes;
  for (std::uintptr_t at = address; at < address + bytes; at += step) {
    const Index element = element_of(at, memory_.in_origin, step);
    if (box_holds(region.readable_first, region.readable_last, region, element)) continue;
    add_access(FindingKind::unwritten_field, site, at);
  }
}

void Inspector::check_output(Access kind, std::uint32_t site, std::uintptr_t address,
                             std::size_t bytes) noexcept {
  const Region& region = memory_.region;
  const Index step = memory_.element_bytes;
  for (std::uintptr_t at = address; !is_read(kind) && at < address + bytes; at += step) {
    const Index element = element_of(at, memory_.out_origin, step);
    if (box_holds(region.first, region.last, region, element)) continue;
    add_access(FindingKind::stray_store, site, at);
  }
  for_each_word(address, bytes, [&](std::uintptr_t word, std::uint8_t mask) {
    const std::uintptr_t number = word / shadow_word_bytes;
    OutputLine& line = output_lines_.at(number / OutputLine::words + 1);
    check_output_word(kind, line.word[number % OutputLine::words], touch_of(site, mask), word);
  });
}

void Inspector::check_output_word(Access kind, OutputWord& word, const Touch& now,
                                  std::uintptr_t address) noexcept {
  if (word.block != 0 && word.block != block_) {
    add_race(FindingKind::race_between_blocks, now, word.write, address);
  } else if (is_unordered(word.write, now)) {
    add_race(FindingKind::race, now, word.write, address);
  } else if (is_read(kind) && word.block == 0 && !is_damaged_) {
    add_access(FindingKind::unwritten_field, now.site, address);
  }
  if (is_read(kind)) return;
  word.write = now;
  word.block = block_;
}

}  // namespace ministencil
