// SPDX-License-Identifier: Apache-2.0
/// Groups the blocks of launches into classes whose blocks ask for equally many sectors.
#pragma once

#include <vector>

#include "stencil/launch.hpp"
#include "stencil/order.hpp"

namespace ministencil {

struct BlockClass {
  const Launch* launch;   // the launch of its representative
  Index3 representative;  // index of one of its blocks
  Index blocks;           // how many there are
};

/// How values lie: row after row, or as the texels of an array, whose sectors hold four of each of
/// two rows.
enum class Placement { rows, array };

/// Two blocks are alike if every special coordinate of the region (where it begins and ends, where
/// values end, where the formula ends) is equally far from both, or too far for the block and its
/// neighbours to reach, and if both start equally far from a sector's start, in an array along each
/// axis. Then all comparisons of coordinates go the same way in both, and all addresses differ by
/// the same multiple of 32 bytes. No kernel is known to it, so this holds for kernels that look at
/// coordinates, not at block indices, and no further than `farthest_reach` points beyond their
/// block. The number of classes does not grow with the grid; every block belongs to exactly one.
/// The launches are those of one box (plan_launches()): they differ in their regions only. The
/// result points into them.
std::vector<BlockClass> block_classes(const std::vector<Launch>& launches, int element_bytes,
                                      Placement placement = Placement::rows);

/// Twice the largest stencil: as far as a sweep of a few steps at order 2 may look as well.
inline constexpr Index farthest_reach = 2 * largest_radius;

}  // namespace ministencil
