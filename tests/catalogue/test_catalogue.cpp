// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "core/error.hpp"

namespace ministencil {
namespace {

using testing::HasSubstr;

std::string error_of(const std::function<void()>& body) {
  try {
    body();
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

std::string error_of_block(BlockShape block) {
  return error_of([&] { choose_launch(find_kernel("rotated"), &block, nullptr, 4); });
}

TEST(Catalogue, ListsExactlyTheFolder) {
  std::vector<std::string> files, listed;
  for (const auto& file : std::filesystem::directory_iterator(KERNEL_FOLDER)) {
    if (file.path().extension() == ".cu") files.push_back(file.path().stem());
  }
  for (const Kernel& kernel : kernel_catalogue()) listed.emplace_back(kernel.name);
  EXPECT_THAT(listed, testing::UnorderedElementsAreArray(files));
  EXPECT_THAT(listed, testing::IsSupersetOf({"naive", "rotated", "shared_plane"}));
}

TEST(Catalogue, EveryKernelDescribesItself) {
  for (const Kernel& kernel : kernel_catalogue()) {
    EXPECT_STRNE(kernel.description.summary, "") << kernel.name;
    EXPECT_NO_THROW(choose_launch(kernel, nullptr, nullptr, 8)) << "the default block fits";
  }
}

TEST(Catalogue, SuggestsTheNearestName) {
  const std::string error = error_of([] { find_kernel("rotatet"); });
  EXPECT_THAT(error, HasSubstr("did you mean 'rotated'?"));
  EXPECT_THAT(error, HasSubstr("; there are: coarsened, "));
}

TEST(ChooseLaunch, FillsInDefaultsAndHonoursChoices) {
  const Kernel& rotated = find_kernel("rotated");
  const BlockShape block{64, 8, 1};
  const Index chunk = 7;
  EXPECT_EQ(choose_launch(rotated, nullptr, nullptr, 4).block, (BlockShape{32, 16, 1}));
  EXPECT_EQ(choose_launch(rotated, nullptr, nullptr, 4).chunk, 64);
  EXPECT_EQ(choose_launch(rotated, &block, &chunk, 4).block, block);
  EXPECT_EQ(choose_launch(rotated, &block, &chunk, 4).chunk, 7);
}

TEST(ChooseLaunch, KnowsWhatABlockUpdates) {
  const auto tile_of = [](const char* kernel, const BlockShape& block) {
    return choose_launch(find_kernel(kernel), &block, nullptr, 4).tile;
  };
  EXPECT_EQ(tile_of("rotated", {32, 16, 1}), (BlockTile{.columns = 32, .rows = 16}));
  EXPECT_EQ(tile_of("coarsened", {32, 32, 1}), (BlockTile{.columns = 30, .rows = 30}));
  EXPECT_EQ(tile_of("shared_tile", {8, 6, 4}), (BlockTile{.columns = 6, .rows = 4, .planes = 2}));
}

TEST(ChooseLaunch, LimitsTheChunkToTheDepthOfTheBlock) {
  const Kernel& kernel = find_kernel("shared_tile");
  const Index planes = 6, too_many = 7;
  EXPECT_EQ(choose_launch(kernel, nullptr, nullptr, 4).chunk, planes);
  EXPECT_EQ(choose_launch(kernel, nullptr, &planes, 4).chunk, planes);
  EXPECT_THAT(error_of([&] { choose_launch(kernel, nullptr, &too_many, 4); }),
              HasSubstr("kernel.chunk 7: a block [8, 8, 8] of 'shared_tile' updates 6 planes"));
}

TEST(ChooseLaunch, RefusesBlocksThatAreAllRim) {
  const BlockShape narrow{2, 16, 1}, shallow{8, 8, 1};
  EXPECT_THAT(error_of([&] { choose_launch(find_kernel("coarsened"), &narrow, nullptr, 4); }),
              HasSubstr("no thread is left to update"));
  EXPECT_THAT(error_of([&] { choose_launch(find_kernel("shared_tile"), &shallow, nullptr, 4); }),
              HasSubstr("no thread is left to update"));
}

TEST(ChooseLaunch, RefusesBlocksThatDevicesCannotLaunch) {
  EXPECT_THAT(error_of_block({0, 16, 1}), HasSubstr("at least 1"));
  EXPECT_THAT(error_of_block({64, 32, 1}), HasSubstr("1024 threads"));
  EXPECT_THAT(error_of_block({65536, 65536, 1}), HasSubstr("1024 threads"));
  EXPECT_THAT(error_of_block({8, 8, 2}), HasSubstr("one thread along z"));
  EXPECT_THAT(error_of_block({8, 8, 2}), HasSubstr("[32, 16, 1]")) << "names the default";
  const Index chunk = 0;
  EXPECT_THAT(error_of([&] { choose_launch(find_kernel("naive"), nullptr, &chunk, 4); }),
              HasSubstr("kernel.chunk"));
}

}  // namespace
}  // namespace ministencil
