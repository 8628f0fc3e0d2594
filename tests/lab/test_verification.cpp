// SPDX-License-Identifier: Apache-2.0
/// Kernels with one fault each are caught, and the verdict names the fault.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>

#include "lab/verification.hpp"
#include "workbench.hpp"

namespace ministencil {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

struct Expected {
  Reason reason;
  const char* words;
};

const std::map<std::string, Expected> faults{
    {"no_op", {Reason::no_op, "it stores nothing"}},
    {"copy_through", {Reason::copy_through, "it copies the input"}},
    {"last_plane_skipped", {Reason::layers_skipped, "the last plane of every chunk"}},
    {"fixed_chunk_height", {Reason::chunk_height, "derive a chunk's height"}},
    {"out_of_bounds", {Reason::fault, "out of bounds"}},
    {"out_of_bounds_tile", {Reason::fault, "out of bounds"}},
    {"multiples_of_block_only", {Reason::whole_blocks, "only where blocks fit the grid"}},
    {"window_off_by_one", {Reason::wrong_neighbour, "the window rotates"}},
    {"missing_barrier", {Reason::fault, "race"}},
    {"return_before_barrier", {Reason::fault, "missed barrier"}},
    {"split_barrier", {Reason::fault, "split barrier"}},
    {"wrong_halo_column", {Reason::edge_column, "only the last column of blocks"}},
    {"unwritten_corner", {Reason::fault, "unwritten: loads"}},
    {"rounded_fractions", {Reason::whole_numbers, "right for whole numbers, but wrong by up to"}},
    {"absolute_values", {Reason::wrong_values, "in no pattern known here"}}};

void expect_faults(const char* folder, BlockShape block, std::optional<Index> chunks) {
  int files = 0;
  for (const fs::directory_entry& file : fs::directory_iterator(folder)) {
    if (file.path().extension() != ".cu") continue;
    ++files;
    const std::string name = file.path().stem();
    SCOPED_TRACE(name);
    const Workbench bench(file.path(), 3, block, chunks);
    const Verification verification = verify(bench.subject(), 64);
    EXPECT_FALSE(verification.passed());
    EXPECT_EQ(verification.verdict.reason, faults.at(name).reason);
    EXPECT_THAT(verification.verdict.text, HasSubstr(faults.at(name).words));
  }
  EXPECT_GE(files, 10);
}

TEST(Verification, NamesTheFaultOfEveryBrokenPlainKernel) {
  expect_faults(LAB_FOLDER "/broken", {32, 16}, 4);
}

TEST(Verification, NamesTheFaultOfEveryBrokenVariant) {
  expect_faults(BROKEN_VARIANTS, {32, 4}, 4);
}

/// A rim of one column where the order reaches further: right at order 2, and in a single block.
TEST(Verification, MeetsTheRimBetweenWideBlocksAtHigherOrders) {
  std::ifstream original(KERNEL_FOLDER "/2d/rolled_strip.cu");
  std::string text{std::istreambuf_iterator<char>(original), {}};
  const std::string rim = "min(x + radius,";
  ASSERT_NE(text.find(rim), std::string::npos);
  text.replace(text.find(rim), rim.size(), "min(x + 1,");
  const fs::path broken = fs::temp_directory_path() / "ministencil_narrow_rim.cu";
  std::ofstream(broken) << text;
  const Workbench bench(broken, 2, {256, 1}, 4);
  const Verification verification = verify(bench.subject(), 70);
  fs::remove(broken);
  EXPECT_FALSE(verification.passed());
  for (const TrialResult& result : verification.results) {
    const bool reaches_further = result.trial.task.block.radius > 1;
    EXPECT_EQ(result.comparison.passed(), !reaches_further) << text_of(result.trial);
  }
}

TEST(Verification, PassesWhatIsRight) {
  for (const PlainKernel& plain : plain_kernels) {
    SCOPED_TRACE(plain.name);
    const Workbench bench(plain);
    const Verification verification = verify(bench.subject(), plain.dimensions == 2 ? 300 : 70);
    EXPECT_TRUE(verification.passed()) << verification.verdict.text;
    EXPECT_EQ(verification.profile->method, CountBy::sampling);
  }
}

TEST(Verification, PassesVariantsOfTheCatalogue) {
  struct Variant {
    const char* file;
    int dimensions;
    BlockShape block;
    std::optional<Index> chunks;
  };
  for (const Variant& v :
       {Variant{"/3d/rotated.cu", 3, {32, 16}, 4}, Variant{"/3d/shared_tile.cu", 3, {8, 8, 8}, {}},
        Variant{"/2d/rolled_strip.cu", 2, {256, 1}, 4},
        Variant{"/2d/halo_tile.cu", 2, {32, 8}, {}}}) {
    SCOPED_TRACE(v.file);
    const Workbench bench(KERNEL_FOLDER + std::string(v.file), v.dimensions, v.block, v.chunks);
    const Verification verification = verify(bench.subject(), 70);
    EXPECT_TRUE(verification.passed()) << verification.verdict.text;
    EXPECT_EQ(verification.random->differing, 0);
  }
}

}  // namespace
}  // namespace ministencil
