// SPDX-License-Identifier: Apache-2.0
/// Watches every access and barrier of inspected launches: finds faults, and says by source line
/// what was asked for. One inspector sees the launches of one sweep, whose blocks may run in any
/// order: two of them must not touch the same output. All that callbacks call is noexcept and is
/// compiled nowhere else.
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <vector>

#include "emulator/code_place.hpp"
#include "emulator/findings.hpp"
#include "emulator/lane_iterations.hpp"
#include "emulator/recorder.hpp"
#include "emulator/shadow.hpp"
#include "emulator/source_lines.hpp"
#include "emulator/wavefronts.hpp"
#include "stencil/region.hpp"

namespace ministencil {

/// What an inspected launch may touch.
struct InspectedMemory {
  AddressRange in, out;                  // the bytes of the fields
  std::uintptr_t in_origin, out_origin;  // owned point (0, 0, 0)
  Index element_bytes;
  Region region;          // in holds values at its readable points, out is written at its points
  AddressRange shared;    // dynamic
  AddressRange argument;  // what the kernel is called with
  std::uintptr_t code;    // of the kernel
};

class Inspector {
 public:
  /// The findings so far, with lines of source.
  Findings findings() const;
  /// Of all lines together.
  SharedMemoryUse shared() const;

  /// Requests of the blocks that follow count `times` fold.
  void begin_launch(const InspectedMemory& memory, Index times);
  void begin_block() noexcept;

  /// A lane as it starts or goes on.
  struct Lane {
    int number;              // of the thread in its block
    std::uint32_t meetings;  // of its warp that it was in
    std::uint32_t base;      // see LaneIterations
    AddressRange stack;
  };
  void begin_lane(const Lane& lane) noexcept;
  /// See AccessRecorder.
  void end_warp() noexcept;
  /// The block passes a barrier.
  void begin_interval() noexcept;
  void end_launch() noexcept { settle(); }

  void visit(std::uintptr_t pc) noexcept { lanes_.visit(pc); }
  std::uint32_t iteration() const noexcept { return lanes_.iteration(); }

  /// Whether the running lane may do it; if not, it has to stop.
  [[nodiscard]] bool access(Access kind, std::uintptr_t pc, std::uintptr_t address,
                            std::size_t bytes) noexcept;

  /// The same for a value that is reached through a texture or a surface.
  [[nodiscard]] bool texel(Access kind, std::uintptr_t pc, std::uintptr_t address,
                           const LaneTexel& texel) noexcept;

  void missed_barrier(CodePlace place, ThreadIndex missing) noexcept;
  void split_barrier(CodePlace place, CodePlace other, ThreadIndex there) noexcept;
  void vain_meeting(std::uintptr_t pc, ThreadIndex thread) noexcept;
  void absent_lane(std::uintptr_t pc, ThreadIndex thread) noexcept;

 private:
  enum class Place { shared, in, out, unwatched, nowhere };

  struct Site {
    std::uintptr_t pc = 0;
    SectorCounts global;
    SharedMemoryUse shared;
    std::uint64_t lane = 0, warp = 0;  // that accessed last
    std::uint32_t iteration = 0, repetition = 0;
    std::vector<std::uint32_t> requests;  // of this warp: one an iteration, first of a chain
  };
  /// The accesses of a warp's lanes that the hardware makes together.
  struct Request {
    std::uint32_t site, repetition, next;  // next: index into requests_; 0: none
    Access kind;
    bool is_shared;
    int lanes;
    LaneAccess access[32];
    LaneTexel texel[32];  // beside it, of textures and surfaces
  };
  struct Fault {
    Index count = 0;
    ThreadIndex block, thread, other_thread;
    MemoryKind memory;
    Index offset;
  };
  /// A load of shared memory that nothing had stored. If another thread stores there before the
  /// next barrier, the fault is that they are not ordered.
  struct EarlyLoad {
    std::uintptr_t address;
    Touch touch;
    ThreadIndex thread;
  };
  struct FaultKey {
    FindingKind kind;
    CodePlace where, other;

    auto operator<=>(const FaultKey&) const = default;
  };

  std::uint32_t site_at(std::uintptr_t pc) noexcept;
  bool check(Access kind, Place place, std::uint32_t site, std::uintptr_t address,
             std::size_t bytes) noexcept;
  Place place_of(Access kind, std::uintptr_t address, std::size_t bytes) noexcept;
  bool is_static_array(std::uintptr_t address, std::size_t bytes) noexcept;
  void enter(Access kind, Place place, std::uint32_t site, std::uintptr_t address,
             std::size_t bytes, const LaneTexel& texel = {}) noexcept;
  Request& find_request(Access kind, bool is_shared, std::uint32_t number) noexcept;
  void close(const Request& request) noexcept;

  Touch touch_of(std::uint32_t site, std::uint8_t bytes_mask) const noexcept;
  bool is_unordered(const Touch& earlier, const Touch& now) const noexcept;
  void check_shared(Access kind, std::uint32_t site, std::uintptr_t address,
                    std::size_t bytes) noexcept;
  void check_shared_word(Access kind, SharedWord& word, const Touch& now,
                         std::uintptr_t address) noexcept;
  SharedWord& shared_word(std::uintptr_t address) noexcept;
  void settle() noexcept;
  void check_input(Access kind, std::uint32_t site, std::uintptr_t address,
                   std::size_t bytes) noexcept;
  void check_output(Access kind, std::uint32_t site, std::uintptr_t address,
                    std::size_t bytes) noexcept;
  void check_output_word(Access kind, OutputWord& word, const Touch& now,
                         std::uintptr_t address) noexcept;
  Fault& add(FindingKind kind, CodePlace where, CodePlace other = {}) noexcept;
  void add_race(FindingKind kind, const Touch& now, const Touch& earlier,
                std::uintptr_t address) noexcept;
  void add_access(FindingKind kind, std::uint32_t site, std::uintptr_t address) noexcept;
  void locate(Fault& fault, std::uintptr_t address) const noexcept;
  ThreadIndex index_of(int thread) const noexcept;

  InspectedMemory memory_{};
  Index times_ = 1;
  std::vector<ProgramRange> static_arrays_, constants_;
  AddressRange last_array_;  // that was touched
  std::uintptr_t known_code_ = 0;

  LaneIterations lanes_;
  Lane lane_{};
  std::uint64_t warp_ = 0;
  std::uint32_t interval_ = 0;        // between barriers, counted over all blocks
  std::uint32_t block_interval_ = 0;  // the block's first
  std::uint32_t block_ = 0;           // counts blocks
  bool is_damaged_ = false;           // a thread of the block had to stop: what follows is no news

  PcTable<std::uint32_t> site_numbers_;
  std::vector<Site> sites_{1};          // entry 0 is not used
  std::vector<Request> requests_{1};    // of this warp; entry 0 is not used
  std::vector<std::uint32_t> touched_;  // sites with requests of this warp
  std::vector<EarlyLoad> early_loads_;  // of this interval
  std::vector<SharedWord> dynamic_words_;
  PcTable<SharedWord> static_words_;  // by address
  PcTable<OutputLine> output_lines_;  // by address
  std::map<FaultKey, Fault> faults_;
};

}  // namespace ministencil
