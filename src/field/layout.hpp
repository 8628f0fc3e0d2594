// SPDX-License-Identifier: Apache-2.0
/// How a rank's points lie in memory.
#pragma once

#include <array>

#include "core/box.hpp"
#include "decomposition/decomposition.hpp"
#include "stencil/launch.hpp"

namespace ministencil {

/// Layers of halo points beyond each face, [axis][side].
using HaloWidths = std::array<std::array<Index, 2>, axes>;

struct FieldLayout {
  Index3 owned;  // points owned along each axis
  HaloWidths halo{};
  Index pitch = 0;     // elements between rows
  Index plane = 0;     // elements between planes
  Index origin = 0;    // element of owned point (0, 0, 0)
  Index elements = 0;  // to allocate

  Index offset(Index3 p) const { return origin + p.x + p.y * pitch + p.z * plane; }
  /// Owned points, in local coordinates.
  Box owned_box() const { return {{0, 0, 0}, owned}; }
  /// Owned points and halo, in local coordinates.
  Box stored_box() const;
};

/// The application's layout: every row starts its owned points on a multiple of 128 bytes, given a
/// 256-byte aligned allocation; the pitch is a multiple of 32 elements. The halo left of a row
/// shares the padding with the halo right of the row before. Throws InputError if it would hold
/// more than 2^56 elements.
FieldLayout application_layout(Index3 owned, const HaloWidths& halo, int element_bytes);

/// Rows back to back, no halo: what published sector counts assume. Throws like
/// application_layout().
FieldLayout packed_layout(Index3 points);

/// Halo of as many layers as the domain's radius; one less beyond a fixed face, whose own points
/// are the first that the points before it reach; none along an absent axis.
HaloWidths halo_widths(const Decomposition& decomposition, int rank);

/// The block of `rank` as kernels see it.
LocalBlock local_block(const Decomposition& decomposition, int rank, const FieldLayout& layout);

}  // namespace ministencil
