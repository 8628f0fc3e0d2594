// SPDX-License-Identifier: Apache-2.0
/// Which launches a sweep tries.
#pragma once

#include <string>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "core/box.hpp"

namespace ministencil {

/// What a sweep is asked to try. An empty list stands for what candidates() says.
struct LaunchSpace {
  std::vector<int> widths, heights;
  std::vector<Index> chunks;
  bool operator==(const LaunchSpace&) const = default;
};

struct LaunchCandidate {
  BlockShape block;
  Index chunk = 0;    // the most layers that a block walks; 0 where it walks none
  std::string limit;  // that the block breaks; empty if it can be launched
  bool is_default = false;
  bool operator==(const LaunchCandidate&) const = default;
};

/// "block 32 x 16, chunk 64".
std::string text_of(const LaunchCandidate& launch);

/// Every width with every height, and every chunk with each block that can be launched; a block
/// that cannot is listed once, with the limit that it breaks. Widths and heights are by default 4,
/// 6, 8, 12, 16, 24, 32, 48, 64 and the kernel's own (heights 1 alone where a kernel has one thread
/// along y); chunks 4, 8, 16, 32, 64 and the kernel's own. Chunks that cut `layers` layers (planes,
/// or rows of a 2D grid) alike are tried once. The kernel's default launch is always among them.
/// Throws InputError for a kernel that does not take the order or precision.
std::vector<LaunchCandidate> candidates(const Kernel& kernel, const LaunchSpace& space,
                                        Index layers, int element_bytes, int order);

/// The same for a probe, which has neither chunks nor a default launch.
std::vector<LaunchCandidate> probe_candidates(const LaunchSpace& space);

}  // namespace ministencil
