// SPDX-License-Identifier: Apache-2.0
/// What a kernel file says about itself.
#pragma once

#include <cstddef>

namespace ministencil {

/// Threads of a block along x, y, z.
struct BlockShape {
  int x = 1, y = 1, z = 1;

  constexpr bool operator==(const BlockShape&) const = default;
  constexpr int threads() const { return x * y * z; }
};

/// Dynamic shared memory that a kernel asks for, in bytes, given its block and the element's size.
using SharedBytes = std::size_t (*)(BlockShape block, std::size_t element_bytes);

constexpr std::size_t no_shared_memory(BlockShape, std::size_t) { return 0; }

/// One plane of the block's points and a point of rim on every side.
constexpr std::size_t plane_with_rim(BlockShape block, std::size_t element_bytes) {
  return static_cast<std::size_t>(block.x + 2) * static_cast<std::size_t>(block.y + 2) *
         element_bytes;
}

/// A block of `block` threads updates block.x × block.y columns and walks `chunk` planes of them.
struct KernelDescription {
  const char* summary;         // one line: what it keeps where
  BlockShape default_block;    // the launch that publications use
  int default_chunk = 64;      // the most planes that a block walks
  bool has_barriers = false;   // whether it calls __syncthreads()
  bool uses_shuffles = false;  // whether lanes of a warp meet: shuffles, __syncwarp()
  SharedBytes shared_bytes = no_shared_memory;
  bool gpu_only = false;  // uses instructions that the emulator lacks
};

}  // namespace ministencil
