// SPDX-License-Identifier: Apache-2.0
#include "sectors/intensity.hpp"

#include "core/error.hpp"
#include "sectors/block_classes.hpp"
#include "sectors/count.hpp"

namespace ministencil {

namespace {

constexpr Index longest_march = Index{1} << 16;

void require_short_march(const KernelChoice& launch) {
  if (launch.chunk <= longest_march) return;
  throw InputError("kernel.chunk " + std::to_string(launch.chunk) +
                   " is too long a march to emulate for its intensity: at most " +
                   std::to_string(longest_march) +
                   " planes, or rows; use a smaller chunk, the result hardly changes");
}

/// Points from a block to the next.
Index3 points_of_block(const KernelChoice& launch, int dimensions) {
  const BlockTile& tile = launch.tile;
  if (dimensions == 3) return {tile.columns, tile.rows, launch.chunk};
  return {tile.columns, tile.walks_rows() ? launch.chunk : tile.rows, 1};
}

}  // namespace

BlockWork interior_block(const Kernel& kernel, const KernelChoice& launch, Precision precision) {
  require_short_march(launch);
  const int dimensions = kernel.description.dimensions;
  const Index3 tile = points_of_block(launch, dimensions);
  Index3 middle, points{1, 1, 1};
  for (int axis = 0; axis < dimensions; ++axis) {
    middle[axis] = ceil_div(farthest_reach, tile[axis]);  // blocks between it and a face
    points[axis] = (2 * middle[axis] + 1) * tile[axis];
  }
  const CountTask task = make_count_task(
      {.kernel = kernel, .points = points, .launch = launch, .precision = precision});
  const SectorCounts counts = count_block(task, middle);
  const Index updated = (counts.stored_bytes + counts.texture.written_bytes) / bytes_of(precision);
  return {.points = updated,
          .loaded_bytes = counts.loaded_bytes + counts.texture.read_bytes,
          .flop = updated * flop_a_point(launch.radius, dimensions)};
}

}  // namespace ministencil
