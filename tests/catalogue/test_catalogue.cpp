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

TEST(Catalogue, ListsExactlyTheFoldersOfEitherDimension) {
  for (const int dimensions : {2, 3}) {
    std::vector<std::string> files, listed;
    const std::string folder = std::string(KERNEL_FOLDER) + (dimensions == 2 ? "/2d" : "/3d");
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
      if (file.path().extension() == ".cu") files.push_back(file.path().stem());
    }
    for (const Kernel& kernel : kernel_catalogue(dimensions)) {
      listed.emplace_back(kernel.name);
      EXPECT_EQ(kernel.description.dimensions, dimensions);
    }
    EXPECT_THAT(listed, testing::UnorderedElementsAreArray(files));
    EXPECT_THAT(listed, testing::Contains("naive"));
  }
  EXPECT_EQ(kernel_catalogue().size(), kernel_catalogue(2).size() + kernel_catalogue(3).size());
}

TEST(Catalogue, FindsKernelsOfOneNameByTheDimensionsOfTheGrid) {
  EXPECT_EQ(find_kernel("naive", 2).description.dimensions, 2);
  EXPECT_EQ(find_kernel("naive", 3).description.dimensions, 3);
  EXPECT_THAT(
      error_of([] { find_kernel("rotated", 2); }),
      AllOf(HasSubstr("'rotated' is a kernel for 3D grids, and not for 2D ones"),
            HasSubstr("three numbers of points, or --dimensions 3"), HasSubstr("halo_tile")));
  EXPECT_THAT(error_of([] { find_kernel("strip", 3); }),
              AllOf(HasSubstr("'strip' is a kernel for 2D grids"),
                    HasSubstr("two numbers of points, or --dimensions 2"), HasSubstr("rotated")));
}

TEST(ChooseLaunch, OfAWalkThroughRowsTakesOneThreadAlongY) {
  const Kernel &walks = find_kernel("strip", 2), &stands = find_kernel("naive", 2);
  const BlockShape flat{64, 4, 1}, deep{8, 8, 2};
  const Index chunk = 16;
  EXPECT_EQ(choose_launch(walks, nullptr, &chunk, 4).tile, (BlockTile{256, 0, 1, 1}));
  EXPECT_TRUE(choose_launch(walks, nullptr, &chunk, 4).tile.walks_rows());
  EXPECT_FALSE(choose_launch(stands, nullptr, nullptr, 4).tile.walks_rows());
  EXPECT_TRUE(choose_launch(find_kernel("rotated"), nullptr, nullptr, 4).tile.walks_planes());
  EXPECT_FALSE(choose_launch(find_kernel("shared_tile"), nullptr, nullptr, 4).tile.walks_planes());
  EXPECT_EQ(choose_launch(stands, &flat, nullptr, 4).tile, (BlockTile{64, 4, 1, 1}));
  EXPECT_THAT(error_of([&] { choose_launch(walks, &flat, nullptr, 4); }),
              HasSubstr("[64, 4] cannot be launched: this kernel has one thread along y"));
  EXPECT_THAT(error_of([&] { choose_launch(stands, &deep, nullptr, 4); }),
              HasSubstr("no threads along z"));
  EXPECT_THAT(error_of([&] { choose_launch(stands, nullptr, &chunk, 4); }),
              HasSubstr("kernel.chunk: 'naive' has a thread for every row"));
}

TEST(Catalogue, EveryKernelDescribesItself) {
  for (const Kernel& kernel : kernel_catalogue()) {
    EXPECT_STRNE(kernel.description.summary, "") << kernel.name;
    for (const int order : {2, 4, 6, 8})
      for (const Precision precision : {Precision::float32, Precision::float64}) {
        if (!kernel.description.takes(order, precision)) continue;
        EXPECT_NO_THROW(choose_launch(kernel, nullptr, nullptr, bytes_of(precision), order))
            << "the default block of " << kernel.name << " fits";
      }
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

TEST(ChooseLaunch, RefusesBlocksThinnerThanTheRimThatTheyLoad) {
  const Kernel &rotated = find_kernel("rotated"), &naive = find_kernel("naive");
  const BlockShape thin{128, 3, 1};
  EXPECT_EQ(choose_launch(rotated, &thin, nullptr, 4, 6).radius, 3);
  EXPECT_THAT(error_of([&] { choose_launch(rotated, &thin, nullptr, 4, 8); }),
              HasSubstr("kernel.block [128, 3, 1] cannot be launched: order 8 has a rim of 4"));
  EXPECT_EQ(choose_launch(naive, &thin, nullptr, 4, 8).radius, 4) << "it has no rim";
}

TEST(ChooseLaunch, CountsTheRimOfTheOrderInSharedMemory) {
  const Kernel& rotated = find_kernel("rotated");
  EXPECT_EQ(rotated.description.shared_bytes({32, 16, 1}, 8, 1), 34 * 18 * 8u);
  EXPECT_EQ(rotated.description.shared_bytes({32, 16, 1}, 8, 4), 40 * 24 * 8u);
  const BlockShape flat{128, 8, 1};
  EXPECT_NO_THROW(choose_launch(rotated, &flat, nullptr, 8, 8));
}

TEST(ChooseLaunch, RefusesWhatTheKernelDoesNotTakeAndNamesThoseThatDo) {
  Kernel narrow = find_kernel("naive");
  narrow.name = "narrow";
  narrow.description = {.summary = "for a test",
                        .default_block = {32, 16},
                        .orders = {2, 4},
                        .precisions = {Precision::float32}};
  EXPECT_NO_THROW(choose_launch(narrow, nullptr, nullptr, 4, 4));
  const std::string order = error_of([&] { choose_launch(narrow, nullptr, nullptr, 4, 8); });
  EXPECT_THAT(order, HasSubstr("kernel.name 'narrow' does not take order 8 in float32: it takes "
                               "orders 2, 4 in float32; choose one that does: "));
  EXPECT_THAT(order, HasSubstr("naive, rotated, shared_plane"));
  EXPECT_THAT(error_of([&] { choose_launch(narrow, nullptr, nullptr, 8, 2); }),
              HasSubstr("does not take order 2 in float64"));
}

}  // namespace
}  // namespace ministencil
