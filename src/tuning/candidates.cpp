// SPDX-License-Identifier: Apache-2.0
#include "tuning/candidates.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "core/error.hpp"

namespace ministencil {

namespace {

constexpr int usual_extents[] = {4, 6, 8, 12, 16, 24, 32, 48, 64};
constexpr Index usual_chunks[] = {4, 8, 16, 32, 64};
constexpr int most_threads = 1024;

/// In ascending order, each once.
std::set<int> extents_to_try(const std::vector<int>& asked, int own) {
  if (!asked.empty()) return {asked.begin(), asked.end()};
  std::set<int> extents(std::begin(usual_extents), std::end(usual_extents));
  extents.insert(own);
  return extents;
}

/// The layers that each block of a launch walks at most; the same for chunks that mean the same.
Index height_of(Index chunk, Index layers) {
  return ceil_div(layers, ceil_div(layers, std::min(chunk, layers)));
}

/// In ascending order of what they mean; of several that mean the same, the first of `all`.
std::vector<Index> distinct(const std::vector<Index>& all, Index layers) {
  std::map<Index, Index> by_height;
  for (const Index chunk : all) by_height.emplace(height_of(chunk, layers), chunk);
  std::vector<Index> chunks;
  for (const auto& [height, chunk] : by_height) chunks.push_back(chunk);
  return chunks;
}

std::vector<Index> chunks_to_try(const KernelChoice& own, const LaunchSpace& space, Index layers) {
  std::vector<Index> all = space.chunks;
  if (all.empty()) {
    all.push_back(own.chunk);
    all.insert(all.end(), std::begin(usual_chunks), std::end(usual_chunks));
  }
  return distinct(all, layers);
}

std::vector<LaunchCandidate> launches_of(const Kernel& kernel, BlockShape block,
                                         const LaunchSpace& space, Index layers, int element_bytes,
                                         int order) {
  std::string limit = block_limit(kernel, block, element_bytes, radius_of(order));
  if (!limit.empty()) return {{.block = block, .chunk = 0, .limit = std::move(limit)}};
  const bool usual_block = block == kernel.description.default_block;
  if (!kernel.description.marches) {
    return {{.block = block, .chunk = 0, .limit = {}, .is_default = usual_block}};
  }
  const KernelChoice own = choose_launch(kernel, &block, nullptr, element_bytes, order);
  std::vector<LaunchCandidate> launches;
  for (const Index chunk : chunks_to_try(own, space, layers)) {
    const bool alike = height_of(chunk, layers) == height_of(own.chunk, layers);
    launches.push_back(
        {.block = block, .chunk = chunk, .limit = {}, .is_default = usual_block && alike});
  }
  return launches;
}

bool has_default(const std::vector<LaunchCandidate>& all) {
  return std::any_of(all.begin(), all.end(), [](const LaunchCandidate& c) { return c.is_default; });
}

}  // namespace

std::string text_of(const LaunchCandidate& launch) {
  const std::string chunk = launch.chunk > 0 ? ", chunk " + std::to_string(launch.chunk) : "";
  return "block " + text_of(launch.block) + chunk;
}

std::vector<LaunchCandidate> candidates(const Kernel& kernel, const LaunchSpace& space,
                                        Index layers, int element_bytes, int order) {
  const Precision precision = element_bytes == 4 ? Precision::float32 : Precision::float64;
  if (!kernel.description.takes(order, precision)) {
    throw InputError(not_taken(kernel, order, precision));
  }
  const BlockShape own = kernel.description.default_block;
  std::vector<LaunchCandidate> all;
  const bool one_high = kernel.description.dimensions == 2 && kernel.description.marches;
  const std::vector<int> only_one{1};
  const std::vector<int>& heights = one_high && space.heights.empty() ? only_one : space.heights;
  for (const int width : extents_to_try(space.widths, own.x)) {
    for (const int height : extents_to_try(heights, own.y)) {
      for (LaunchCandidate& launch :
           launches_of(kernel, {width, height, own.z}, space, layers, element_bytes, order)) {
        all.push_back(std::move(launch));
      }
    }
  }
  if (has_default(all) || !block_limit(kernel, own, element_bytes, radius_of(order)).empty()) {
    return all;
  }
  const KernelChoice launch = choose_launch(kernel, nullptr, nullptr, element_bytes, order);
  all.push_back({.block = own,
                 .chunk = kernel.description.marches ? launch.chunk : 0,
                 .limit = {},
                 .is_default = true});
  return all;
}

std::vector<LaunchCandidate> probe_candidates(const LaunchSpace& space) {
  std::vector<LaunchCandidate> all;
  for (const int width : extents_to_try(space.widths, usual_extents[0])) {
    for (const int height : extents_to_try(space.heights, usual_extents[0])) {
      const bool fits = width <= most_threads && height <= most_threads / width;
      all.push_back({.block = {width, height, 1},
                     .chunk = 0,
                     .limit = fits ? "" : "a block has at most 1024 threads"});
    }
  }
  return all;
}

}  // namespace ministencil
