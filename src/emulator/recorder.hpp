// SPDX-License-Identifier: Apache-2.0
/// Groups the accesses of a warp into requests and counts the distinct sectors of each.
/// Lanes run one after the other here, so which of their accesses the hardware would make together
/// has to be found: those of one call site, in the same iteration of the loops around it
/// (lane_iterations.hpp), in order where a site repeats within an iteration.
/// All that callbacks call is noexcept and is compiled nowhere else: the instrumented kernels share
/// no function with it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "emulator/lane_iterations.hpp"
#include "emulator/pc_table.hpp"
#include "emulator/sector_counts.hpp"
#include "emulator/texels.hpp"

namespace ministencil {

/// Bytes of a field that count as global memory.
struct AddressRange {
  std::uintptr_t first = 0;
  std::size_t bytes = 0;

  bool holds(std::uintptr_t address) const noexcept { return address - first < bytes; }
};

enum class Access { load, store, texture_read, surface_write };

constexpr bool is_read(Access kind) { return kind == Access::load || kind == Access::texture_read; }
constexpr bool is_texture(Access kind) {
  return kind == Access::texture_read || kind == Access::surface_write;
}

class AccessRecorder {
 public:
  /// Accesses outside `in` and `out` do not count.
  AccessRecorder(AddressRange in, AddressRange out) : in_(in), out_(out) {}

  /// A lane starts, or goes on after a barrier or a meeting of its warp. Lanes whose iterations
  /// count from different bases are not matched.
  void begin_lane(std::uint32_t base = 0) noexcept { lanes_.begin_lane(base); }
  /// All lanes of a warp have reached the barrier, the meeting or their end.
  void end_warp() noexcept;

  /// The running lane enters the basic block at `pc`.
  void visit(std::uintptr_t pc) noexcept { lanes_.visit(pc); }
  /// Of the running lane.
  std::uint32_t iteration() const noexcept { return lanes_.iteration(); }
  /// The running lane accesses `bytes` at `address` from the call site `pc`.
  void access(Access kind, std::uintptr_t pc, std::uintptr_t address, std::size_t bytes) noexcept;

  /// The running lane reads or writes a field's value at `address` through a texture or a surface.
  void texel(Access kind, std::uintptr_t pc, std::uintptr_t address,
             const LaneTexel& texel) noexcept;

  const SectorCounts& counts() const { return counts_; }

 private:
  /// Sectors of one request within 64 aligned sectors; a request that spans more is a chain.
  struct Window {
    std::uintptr_t place = 0;  // address of the window's first sector / (64 sectors)
    std::uint64_t sectors = 0;
    std::uint32_t repetition = 0;
    std::uint32_t next = 0;  // index into more_windows_; 0: none
  };
  struct Site {
    std::uint64_t lane = 0, warp = 0;  // that accessed last
    std::uint32_t iteration = 0, repetition = 0;
    std::vector<Window> windows;  // one an iteration, first of a chain
  };

  /// What the lanes of a warp ask the texture unit for together.
  static constexpr int lanes_a_warp = 32;
  struct TexelRequest {
    Access kind;
    int count;
    LaneTexel lanes[lanes_a_warp];
  };

  Site& site_at(std::uintptr_t pc) noexcept;
  void repeat(Site& site) const noexcept;
  void request(Access kind, Site& site, std::uintptr_t sector) noexcept;
  Window& find_window(Access kind, Site& site, std::uintptr_t place) noexcept;

  AddressRange in_, out_;
  SectorCounts counts_;
  LaneIterations lanes_;
  std::uint64_t warp_ = 0;  // counts their returns from barriers, too
  PcTable<Site> sites_;
  std::vector<TexelRequest> texel_requests_;  // of this warp
  std::vector<Window> more_windows_{1};       // entry 0 is not used
};

}  // namespace ministencil
