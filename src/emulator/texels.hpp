// SPDX-License-Identifier: Apache-2.0
/// Requests of the texture unit, as GPUs count them (found on one, and held by tests/gpu).
/// All that callbacks call is noexcept and is compiled nowhere else.
#pragma once

#include <cstdint>
#include <span>

#include "core/box.hpp"
#include "emulator/sector_counts.hpp"
#include "stencil/emulated_thread.hpp"

namespace ministencil {

inline constexpr std::size_t texel_bytes = 4;

/// What one lane of a warp reads or writes; coordinates from the first that fields hold.
struct LaneTexel {
  int x, y, z;
  std::uint8_t lane;
  bool is_flat;
};

/// Of the running thread.
LaneTexel lane_texel(const Texel& texel) noexcept;

/// One instruction of a warp. Four neighbouring lanes are a request, eight where they store to a
/// flat surface. A sector of an array holds four texels along x of two rows, and a request asks for
/// each that it touches.
TextureCounts texture_reads(std::span<const LaneTexel> lanes) noexcept;
TextureCounts surface_writes(std::span<const LaneTexel> lanes) noexcept;

}  // namespace ministencil
