// SPDX-License-Identifier: Apache-2.0
#include "field/layout.hpp"

#include "core/error.hpp"

namespace ministencil {

namespace {

constexpr Index row_alignment = 128;  // bytes: a cache line of the GPU
constexpr Index pitch_multiple = 32;  // elements: a warp

/// Fields whose bytes 64 bits count, with room for sums of some of them.
void require_countable(Index pitch, Index rows, Index planes) {
  constexpr Index most_elements = Index{1} << 56;
  if (bounded_product(bounded_product(pitch, rows), planes) <= most_elements) return;
  throw InputError(
      "grid.points: a rank's share exceeds 2^56 points, halo and padding included, whose bytes are "
      "more than can be counted; use a smaller grid or more ranks");
}

}  // namespace

Box FieldLayout::stored_box() const {
  Box box = owned_box();
  for (int axis = 0; axis < axes; ++axis) {
    box.first[axis] -= halo[axis][0];
    box.last[axis] += halo[axis][1];
  }
  return box;
}

FieldLayout application_layout(Index3 owned, const HaloWidths& halo, int element_bytes) {
  FieldLayout layout{.owned = owned, .halo = halo};
  layout.pitch = round_up(owned.x + halo[0][0] + halo[0][1], pitch_multiple);
  require_countable(layout.pitch, owned.y + halo[1][0] + halo[1][1],
                    owned.z + halo[2][0] + halo[2][1]);
  layout.plane = layout.pitch * (owned.y + halo[1][0] + halo[1][1]);
  // The very first row has no row before it whose padding could hold its left halo.
  const Index lead = round_up(halo[0][0], row_alignment / element_bytes);
  layout.origin = lead + halo[1][0] * layout.pitch + halo[2][0] * layout.plane;
  layout.elements = lead + layout.plane * (owned.z + halo[2][0] + halo[2][1]);
  return layout;
}

FieldLayout packed_layout(Index3 points) {
  require_countable(points.x, points.y, points.z);
  return {.owned = points,
          .pitch = points.x,
          .plane = points.x * points.y,
          .origin = 0,
          .elements = points.product()};
}

HaloWidths halo_widths(const Decomposition& decomposition, int rank) {
  const Index radius = decomposition.domain().radius;
  HaloWidths halo{};
  for (int axis = 0; axis < axes; ++axis) {
    for (const Side side : sides) {
      const auto border = decomposition.border(rank, axis, side);
      if (border == Boundary::absent) continue;
      halo[axis][static_cast<int>(side)] = border == Boundary::fixed ? radius - 1 : radius;
    }
  }
  return halo;
}

LocalBlock local_block(const Decomposition& decomposition, int rank, const FieldLayout& layout) {
  LocalBlock block{.owned = layout.owned_box(),
                   .readable = layout.stored_box(),
                   .inner = layout.owned_box(),
                   .pitch = layout.pitch,
                   .plane = layout.plane,
                   .radius = decomposition.domain().radius};
  for (int axis = 0; axis < axes; ++axis) {
    if (decomposition.border(rank, axis, Side::lower) == Boundary::fixed) {
      block.inner.first[axis] += 1;
    }
    if (decomposition.border(rank, axis, Side::upper) == Boundary::fixed) {
      block.inner.last[axis] -= 1;
    }
  }
  return block;
}

}  // namespace ministencil
