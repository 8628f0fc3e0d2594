// SPDX-License-Identifier: Apache-2.0
/// Arithmetic intensity (OP/B) of a kernel as textbooks state it: operations for every byte that
/// its threads load from global memory, through textures or not. What caches keep of those bytes
/// has no part in it.
#pragma once

#include "catalogue/catalogue.hpp"
#include "core/precision.hpp"

namespace ministencil {

/// Floating-point operations of an update with a coefficient for each point of the star: 2DR + 1
/// multiplications and 2DR additions for radius R in D dimensions; 13 at order 2 in 3D. Our
/// isotropic update has one coefficient for all neighbours at a distance and does fewer.
constexpr Index flop_a_point(int radius, int dimensions) {
  const Index neighbours = Index{2} * dimensions * radius;
  return (neighbours + 1) + neighbours;
}

/// What one block does that is away from the grid's faces.
struct BlockWork {
  Index points = 0;        // updated
  Index loaded_bytes = 0;  // of the input, by all threads, each for itself
  Index flop = 0;          // flop_a_point() of every updated point

  double flop_per_byte() const {
    return static_cast<double>(flop) / static_cast<double>(loaded_bytes);
  }
};

/// By emulation of one block, whose march is as long as the chunk of `launch` says.
/// Throws InputError for a kernel that runs on GPUs only and for a chunk of more than 2^16 planes,
/// or rows.
BlockWork interior_block(const Kernel& kernel, const KernelChoice& launch, Precision precision);

}  // namespace ministencil
