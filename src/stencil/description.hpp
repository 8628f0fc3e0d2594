// SPDX-License-Identifier: Apache-2.0
/// What a kernel file says about itself.
#pragma once

#include <cstddef>

#include "core/precision.hpp"
#include "stencil/order.hpp"

namespace ministencil {

/// Threads of a block along x, y, z.
struct BlockShape {
  int x = 1, y = 1, z = 1;

  constexpr bool operator==(const BlockShape&) const = default;
  constexpr int threads() const { return x * y * z; }
};

/// Dynamic shared memory that a kernel asks for, in bytes, given its block, the element's size and
/// the stencil's radius.
using SharedBytes = std::size_t (*)(BlockShape block, std::size_t element_bytes, int radius);

constexpr std::size_t no_shared_memory(BlockShape, std::size_t, int) { return 0; }

/// One plane of the block's points and `radius` points of rim on every side.
constexpr std::size_t plane_with_rim(BlockShape block, std::size_t element_bytes, int radius) {
  return static_cast<std::size_t>(block.x + 2 * radius) *
         static_cast<std::size_t>(block.y + 2 * radius) * element_bytes;
}

/// One row of the block's points and `radius` points of rim at either end.
constexpr std::size_t row_with_rim(BlockShape block, std::size_t element_bytes, int radius) {
  return static_cast<std::size_t>(block.x + 2 * radius) * element_bytes;
}

/// An element for each thread of the block.
constexpr std::size_t element_a_thread(BlockShape block, std::size_t element_bytes, int) {
  return static_cast<std::size_t>(block.threads()) * element_bytes;
}

/// Which points a block's threads stand for: those that it updates, or those that it needs. In the
/// second case threads on the block's rim load and update nothing.
enum class Threads { on_outputs, on_inputs };

/// Unless it says otherwise, a block of `block` threads updates block.x × block.y columns and walks
/// `chunk` planes of them; on a 2D grid block.x columns, of which it walks `chunk` rows.
struct KernelDescription {
  const char* summary;         // one line: what it keeps where
  int dimensions = 3;          // of the grids that it updates, as its folder says
  BlockShape default_block;    // the launch that publications use
  bool marches = true;         // along the last axis; or a thread for every plane, or row
  int default_chunk = 64;      // the most planes, or rows, that a block walks
  bool has_barriers = false;   // whether it calls __syncthreads()
  bool uses_shuffles = false;  // whether lanes of a warp meet: shuffles, __syncwarp()
  SharedBytes shared_bytes = no_shared_memory;
  Threads threads = Threads::on_outputs;
  int bytes_a_thread = 0;           // of neighbours along x that a thread updates; 0: a point
  bool thread_a_rim_layer = false;  // needs radius threads along x and y, which load the rim
  bool textures = false;            // takes a Texture and a Surface (texture.hpp), not pointers
  bool gpu_only = false;            // uses instructions that the emulator lacks
  int orders[largest_radius] = {2, 4, 6, 8};
  Precision precisions[2] = {Precision::float32, Precision::float64};

  constexpr bool takes(int order) const {
    for (const int taken : orders) {
      if (taken == order) return true;
    }
    return false;
  }
  constexpr bool takes(Precision precision) const {
    return precisions[0] == precision || precisions[1] == precision;
  }
  constexpr bool takes(int order, Precision precision) const {
    return takes(order) && takes(precision);
  }
};

/// Points that a block updates along x, y and z. 0 along the axis that it walks: as many as the
/// chunk says. Blocks along x start at multiples of `alignment`.
struct BlockTile {
  int columns = 1, rows = 1, planes = 0, alignment = 1;

  constexpr bool walks_rows() const { return rows == 0; }
  constexpr bool walks_planes() const { return planes == 0; }
  constexpr bool operator==(const BlockTile&) const = default;
};

constexpr BlockTile tile_of(const KernelDescription& kernel, BlockShape block, int element_bytes,
                            int radius) {
  const int width = kernel.bytes_a_thread > 0 ? kernel.bytes_a_thread / element_bytes : 1;
  const int rim = kernel.threads == Threads::on_inputs ? 2 * radius : 0;
  const bool walks_rows = kernel.dimensions == 2 && kernel.marches;
  const bool walks_planes = kernel.dimensions == 3 && kernel.marches;
  return {.columns = block.x * width - rim,
          .rows = walks_rows ? 0 : block.y - rim,
          .planes = walks_planes             ? 0
                    : kernel.dimensions == 2 ? 1
                                             : block.z - rim,
          .alignment = width};
}

}  // namespace ministencil
