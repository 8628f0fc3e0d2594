// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <set>

#include "core/error.hpp"
#include "tuning/candidates.hpp"

namespace ministencil {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<LaunchCandidate> tried(const Kernel& kernel, const LaunchSpace& space = {},
                                   Index layers = 256, int order = 2) {
  return candidates(kernel, space, layers, 4, order);
}
std::vector<LaunchCandidate> tried(const std::string& kernel, const LaunchSpace& space = {},
                                   Index layers = 256, int order = 2) {
  return tried(find_kernel(kernel), space, layers, order);
}

std::vector<Index> chunks_of(const std::vector<LaunchCandidate>& all, BlockShape block) {
  std::vector<Index> chunks;
  for (const LaunchCandidate& c : all) {
    if (c.block == block && c.limit.empty()) chunks.push_back(c.chunk);
  }
  return chunks;
}

std::vector<LaunchCandidate> defaults_of(std::vector<LaunchCandidate> all) {
  std::erase_if(all, [](const LaunchCandidate& c) { return !c.is_default; });
  return all;
}

/// One launch of each block, so that a list can be written down.
LaunchSpace blocks(std::vector<int> widths, std::vector<int> heights) {
  return {.widths = std::move(widths), .heights = std::move(heights), .chunks = {64}};
}

TEST(Candidates, AreEveryPairWithinTheLimitsAndEveryChunkOnce) {
  const std::vector<LaunchCandidate> all = tried("rotated");
  std::set<std::pair<int, int>> possible, impossible;
  for (const LaunchCandidate& c : all) {
    EXPECT_EQ(c.limit.empty(), c.block.threads() <= 1024) << text_of(c.block);
    EXPECT_EQ(c.chunk > 0, c.limit.empty());
    (c.limit.empty() ? possible : impossible).insert({c.block.x, c.block.y});
  }
  EXPECT_EQ(possible.size() + impossible.size(), 81u);
  EXPECT_EQ(all.size(), possible.size() * 5 + impossible.size());
  EXPECT_THAT(chunks_of(all, {48, 6, 1}), ElementsAre(4, 8, 16, 32, 64));
}

TEST(Candidates, LeaveOutChunksThatCutTheGridAlike) {
  EXPECT_THAT(chunks_of(tried("rotated", {}, 20), {8, 8, 1}), ElementsAre(4, 8, 16, 64));
  const LaunchSpace space{.widths = {8}, .heights = {8}, .chunks = {10, 14, 19, 20, 500}};
  EXPECT_THAT(chunks_of(tried("rotated", space, 20), {8, 8, 1}), ElementsAre(10, 20));
}

TEST(Candidates, NameTheLimitThatABlockBreaks) {
  const std::vector<LaunchCandidate> wide = tried("rotated", blocks({4096}, {4}));
  ASSERT_EQ(wide.size(), 2u);  // and the default
  EXPECT_EQ(wide[0].limit, "a block has at most 1024 threads");
  const std::vector<LaunchCandidate> thin = tried("rotated", blocks({32}, {2}), 256, 8);
  EXPECT_THAT(thin[0].limit, HasSubstr("order 8 has a rim of 4 points"));
  const std::vector<LaunchCandidate> rim = tried("shared_tile", blocks({2}, {8}));
  EXPECT_THAT(rim[0].limit, HasSubstr("no thread is left to update a point"));
}

TEST(Candidates, HoldTheDefaultLaunchOnceWhateverIsAskedFor) {
  for (const Kernel& kernel : kernel_catalogue()) {
    for (const LaunchSpace& space : {LaunchSpace{}, blocks({5}, {7})}) {
      const std::vector<LaunchCandidate> all = defaults_of(tried(kernel, space));
      ASSERT_EQ(all.size(), 1u) << kernel.name;
      EXPECT_EQ(all[0].block, kernel.description.default_block);
      EXPECT_EQ(all[0].chunk, kernel.description.marches ? kernel.description.default_chunk : 0);
    }
  }
}

TEST(Candidates, MarkTheDefaultByWhatItsChunkMeans) {
  // 64 planes and more are one chunk of 40 planes.
  const LaunchSpace space{.widths = {32}, .heights = {16}, .chunks = {40, 10}};
  const std::vector<LaunchCandidate> all = defaults_of(tried("rotated", space, 40));
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].chunk, 40);
}

TEST(Candidates, KeepTheDepthOfAKernelWithThreadsAlongZ) {
  for (const LaunchCandidate& c : tried("shared_tile", blocks({4, 8}, {8}))) {
    EXPECT_EQ(c.block.z, 8);
    EXPECT_EQ(c.chunk, 0);
  }
}

TEST(Candidates, AreOneHighForA2DKernelThatWalksRows) {
  for (const LaunchCandidate& c : tried(find_kernel("strip", 2))) EXPECT_EQ(c.block.y, 1);
  const std::vector<LaunchCandidate> high = tried(find_kernel("strip", 2), blocks({32}, {4}));
  EXPECT_THAT(high[0].limit, HasSubstr("one thread along y"));
  for (const LaunchCandidate& c : tried(find_kernel("halo_tile", 2))) EXPECT_EQ(c.chunk, 0);
}

/// What is listed as possible is what a run accepts.
TEST(Candidates, CanBeLaunchedIfAndOnlyIfARunAcceptsThem) {
  for (const Kernel& kernel : kernel_catalogue()) {
    for (const int order : {2, 8}) {
      if (!kernel.description.takes(order)) continue;
      for (const LaunchCandidate& c : candidates(kernel, {}, 100, 4, order)) {
        bool accepted = true;
        try {
          choose_launch(kernel, &c.block, c.chunk > 0 ? &c.chunk : nullptr, 4, order);
        } catch (const InputError&) {
          accepted = false;
        }
        EXPECT_EQ(accepted, c.limit.empty()) << kernel.name << ' ' << text_of(c.block);
      }
    }
  }
}

TEST(ProbeCandidates, AreEveryPairWithoutChunksOrDefault) {
  const std::vector<LaunchCandidate> all = probe_candidates({});
  EXPECT_EQ(all.size(), 81u);
  for (const LaunchCandidate& c : all) {
    EXPECT_EQ(c.limit.empty(), c.block.threads() <= 1024);
    EXPECT_EQ(c.chunk, 0);
    EXPECT_FALSE(c.is_default);
  }
  const std::vector<LaunchCandidate> asked = probe_candidates(blocks({65535, 1}, {65535}));
  ASSERT_EQ(asked.size(), 2u);
  EXPECT_FALSE(asked[0].limit.empty() || asked[1].limit.empty());
}

}  // namespace
}  // namespace ministencil
