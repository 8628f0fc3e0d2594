// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "output/snapshot.hpp"

namespace ministencil {

namespace {

/// Cuts `box` along `axis` into boxes of `thickness` layers, the last one thinner.
void cut(const Box& box, int axis, Index thickness, std::vector<Box>& pieces) {
  for (Index first = box.first[axis]; first < box.last[axis]; first += thickness) {
    Box piece = box;
    piece.first[axis] = first;
    piece.last[axis] = std::min(first + thickness, box.last[axis]);
    pieces.push_back(piece);
  }
}

}  // namespace

std::vector<Box> contiguous_pieces(const Box& box, Index most) {
  if (box.empty()) return {};
  std::vector<Box> pieces{box};
  // Whole planes where they fit; a plane that does not is cut into rows, a row into parts.
  for (int axis = axes - 1; axis >= 0; --axis) {
    std::vector<Box> smaller;
    for (const Box& piece : pieces) {
      const Index layer = piece.points() / piece.extent()[axis];
      cut(piece, axis, std::max<Index>(1, most / layer), smaller);
    }
    pieces = std::move(smaller);
  }
  return pieces;
}

}  // namespace ministencil
