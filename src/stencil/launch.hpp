// SPDX-License-Identifier: Apache-2.0
/// From a box of points to kernel launches: grid, chunk height and region of each.
#pragma once

#include <string>
#include <vector>

#include "core/box.hpp"
#include "stencil/description.hpp"
#include "stencil/region.hpp"

namespace ministencil {

/// "32 x 16", or with a third extent where threads are along z.
std::string text_of(BlockShape block);

/// The kernel that a run or a count uses and how it is launched.
struct KernelChoice {
  std::string name;
  BlockShape block;
  Index chunk = 64;  // the most planes, or rows in 2D, that a block walks
  BlockTile tile{};
  int radius = 1;  // of the stencil
};

/// A rank's block as kernels see it, in local coordinates (owned point (0, 0, 0) is the origin).
struct LocalBlock {
  Box owned;           // [0, extent)
  Box readable;        // owned and the halo that holds values
  Box inner;           // owned less the fixed faces of the domain
  Index pitch, plane;  // elements between rows and between planes
  int radius = 1;      // points that an update reaches along each axis
};

struct Launch {
  BlockShape block;
  Index3 grid;             // blocks along x, y, z
  Index3 first{}, tile{};  // where block (0, 0, 0) starts, and the points from a block to the next
  Index3 stored_first{};   // the first point that fields hold, halo included
  Region region;
};

/// Launches that together update `box` (local coordinates, inside block.owned) once.
/// One launch, unless its grid would exceed the device's limit of 65535 blocks along y or z: then
/// the box is cut at multiples of the block or the chunk, which changes neither bits nor counts.
/// The chunk height is ceil(planes / chunks) with chunks = ceil(planes / chunk); rows in 2D.
/// Empty for an empty box. Throws InputError if an extent does not fit 32 bits.
std::vector<Launch> plan_launches(const LocalBlock& block, const Box& box, BlockShape threads,
                                  const BlockTile& tile, Index chunk);

/// For kernels with a thread a column.
inline std::vector<Launch> plan_launches(const LocalBlock& block, const Box& box,
                                         BlockShape threads, Index chunk) {
  return plan_launches(block, box, threads, {.columns = threads.x, .rows = threads.y}, chunk);
}

}  // namespace ministencil
