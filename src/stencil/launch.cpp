// SPDX-License-Identifier: Apache-2.0
#include "stencil/launch.hpp"

#include <limits>

#include "core/error.hpp"

namespace ministencil {

namespace {

constexpr Index grid_limit = 65535;  // blocks along y and z, every CUDA device so far

Point to_point(const Index3& p) {
  return {static_cast<int>(p.x), static_cast<int>(p.y), static_cast<int>(p.z)};
}

void require_32_bit_coordinates(const LocalBlock& block) {
  for (int axis = 0; axis < axes; ++axis) {
    // Blocks that overhang the region must not overflow either.
    if (block.readable.last[axis] <= std::numeric_limits<int>::max() - 65536) continue;
    throw InputError(std::string("grid.points: a rank's share along ") + axis_name[axis] +
                     " exceeds 2^31 points, which kernels cannot address; use more ranks along it");
  }
}

Region make_region(const LocalBlock& block, const Box& box, Index chunk) {
  Box reach = box;
  for (int axis = 0; axis < axes; ++axis) {
    reach.first[axis] -= block.radius;
    reach.last[axis] += block.radius;
  }
  reach = intersection(reach, block.readable);
  return {.first = to_point(box.first),
          .last = to_point(box.last),
          .readable_first = to_point(reach.first),
          .readable_last = to_point(reach.last),
          .inner_first = to_point(block.inner.first),
          .inner_last = to_point(block.inner.last),
          .chunk = static_cast<int>(chunk),
          .pitch = block.pitch,
          .plane = block.plane};
}

/// The height of chunks of at most `chunk` layers that are as even as can be.
Index even_chunk(Index layers, Index chunk) { return ceil_div(layers, ceil_div(layers, chunk)); }

}  // namespace

std::string text_of(BlockShape block) {
  const std::string plane = std::to_string(block.x) + " x " + std::to_string(block.y);
  return block.z == 1 ? plane : plane + " x " + std::to_string(block.z);
}

std::vector<Launch> plan_launches(const LocalBlock& block, const Box& box, BlockShape threads,
                                  const BlockTile& tile, Index chunk) {
  std::vector<Launch> launches;
  if (box.empty()) return launches;
  require_32_bit_coordinates(block);
  const bool walks_rows = tile.walks_rows();
  const Index rows = walks_rows ? even_chunk(box.extent().y, chunk) : tile.rows;
  const Index planes = walks_rows ? tile.planes : even_chunk(box.extent().z, chunk);
  const Index height = walks_rows ? rows : planes;
  const Index rows_a_launch = grid_limit * rows, planes_a_launch = grid_limit * planes;
  const Index first_x = box.first.x / tile.alignment * tile.alignment;
  for (Index z = box.first.z; z < box.last.z; z += planes_a_launch) {
    for (Index y = box.first.y; y < box.last.y; y += rows_a_launch) {
      const Box part{{box.first.x, y, z},
                     {box.last.x, std::min(y + rows_a_launch, box.last.y),
                      std::min(z + planes_a_launch, box.last.z)}};
      const Index3 extent = part.extent();
      launches.push_back({.block = threads,
                          .grid = {ceil_div(part.last.x - first_x, tile.columns),
                                   ceil_div(extent.y, rows), ceil_div(extent.z, planes)},
                          .first = {first_x, y, z},
                          .tile = {tile.columns, rows, planes},
                          .stored_first = block.readable.first,
                          .region = make_region(block, part, height)});
    }
  }
  return launches;
}

}  // namespace ministencil
