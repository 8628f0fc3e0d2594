// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <ostream>
#include <set>
#include <string>
#include <vector>

#include "catalogue/catalogue.hpp"
#include "catalogue/emulate.hpp"
#include "row.hpp"

namespace ministencil {

// Compiled from tests/emulator/broken/ and tests/emulator/kernels/.
extern const EmulatedEntry no_op_counting, copy_through_counting, last_plane_skipped_counting,
    window_off_by_one_counting, missing_barrier_counting, fixed_chunk_height_counting,
    wrong_halo_column_counting, out_of_bounds_counting, out_of_bounds_tile_counting,
    unwritten_corner_counting, multiples_of_block_only_counting, return_before_barrier_counting,
    split_barrier_counting;
extern const EmulatedEntry banks_counting, unordered_lanes_counting, overlapping_blocks_counting,
    absent_lane_counting, unwritten_counting, reversed_counting, early_return_counting;

void PrintTo(FindingKind kind, std::ostream* stream) { *stream << static_cast<int>(kind); }

void PrintTo(const SharedMemoryUse& use, std::ostream* stream) {
  *stream << use.requests << " requests, " << use.wavefronts << " wavefronts, " << use.fewest
          << " without conflicts";
}

namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::IsEmpty;

/// A packed grid with all faces fixed; of 2D kernels with one plane.
template <class T>
class Grid {
 public:
  explicit Grid(Index3 points, int dimensions = 3)
      : block_{.owned = {{0, 0, 0}, points},
               .readable = {{0, 0, 0}, points},
               .inner = {{1, 1, dimensions - 2}, points - Index3{1, 1, dimensions - 2}},
               .pitch = points.x,
               .plane = points.x * points.y},
        in_(static_cast<std::size_t>(points.product()), T(1)),
        out_(in_.size()) {}

  Findings inspect(const EmulatedEntry& entry, BlockShape threads, Index chunk = 64) {
    const Kernel kernel{entry.name, entry.description, entry.kernel, entry.kernel};
    Emulator emulator;
    Inspector inspector;
    const BlockTile tile = tile_of(entry.description, threads, sizeof(T), 1);
    for (const Launch& launch : plan_launches(block_, block_.owned, threads, tile, chunk)) {
      const auto inspected = emulated_launch<T>(kernel, kernel.counting, launch, in_.data(),
                                                out_.data(), Coefficients<T>{});
      emulator.inspect(inspected, inspected.grid(), range(in_), range(out_), inspector);
    }
    return inspector.findings();
  }

  LocalBlock block_;

 private:
  static AddressRange range(const std::vector<T>& field) {
    return {reinterpret_cast<std::uintptr_t>(field.data()), field.size() * sizeof(T)};
  }

  std::vector<T> in_, out_;
};

constexpr Index3 ragged{45, 11, 9};  // no multiple of 32 x 4

EmulatedEntry entry_of(const Kernel& kernel) {
  return {kernel.name, kernel.description, kernel.counting};
}

std::string all_of(const Findings& findings) {
  std::string text;
  for (const Finding& finding : findings.list) text += text_of(finding) + "\n";
  return text;
}

std::set<FindingKind> kinds_of(const Findings& findings) {
  std::set<FindingKind> kinds;
  for (const Finding& finding : findings.list) kinds.insert(finding.kind);
  return kinds;
}

/// The lines of a file of this folder that hold `text`.
std::set<int> lines_with(const std::string& file, const std::string& text) {
  std::ifstream stream(TEST_FOLDER "/" + file);
  std::set<int> lines;
  std::string line;
  for (int number = 1; std::getline(stream, line); ++number) {
    if (line.find(text) != std::string::npos) lines.insert(number);
  }
  EXPECT_THAT(lines, testing::Not(IsEmpty())) << file << " has no " << text;
  return lines;
}

/// All findings are of one kind and at the lines of `file` that hold `text`.
void expect_only(const Findings& findings, FindingKind kind, const std::string& file,
                 const std::string& text) {
  EXPECT_EQ(kinds_of(findings), std::set{kind}) << all_of(findings);
  std::set<int> lines;
  for (const Finding& finding : findings.list) {
    EXPECT_THAT(finding.where.file, EndsWith(file));
    lines.insert(finding.where.line);
  }
  EXPECT_EQ(lines, lines_with(file, text)) << all_of(findings);
}

/// Blocks of which some divide nothing, and chunks.
std::vector<BlockShape> blocks_for(const Kernel& kernel) {
  if (kernel.description.dimensions == 2) {
    if (kernel.description.marches) return {{256, 1, 1}, {24, 1, 1}, {5, 1, 1}};
    return {{32, 8, 1}, {8, 4, 1}, {5, 3, 1}};
  }
  if (!kernel.description.marches) return {{8, 8, 8}, {7, 5, 4}};
  return {{32, 16, 1}, {8, 4, 1}, {5, 3, 1}};
}
std::vector<Index> chunks_for(const Kernel& kernel) {
  if (!kernel.description.marches) return {2, 1};
  return {2, 64};
}

std::vector<Index3> ragged_grids(const Kernel& kernel) {
  if (kernel.description.dimensions == 2) {
    return {{257, 33, 1}, {45, 11, 1}, {3, 2, 1}, {1, 7, 1}};
  }
  return {{33, 33, 33}, ragged, {3, 2, 1}, {1, 1, 7}};
}

TEST(EveryKernel, HasNoFindingsOnRaggedBoxes) {
  for (const Kernel& kernel : kernel_catalogue()) {
    if (kernel.description.gpu_only) continue;
    for (const Index3 points : ragged_grids(kernel))
      for (const BlockShape& threads : blocks_for(kernel))
        for (const Index chunk : chunks_for(kernel)) {
          const Findings findings = Grid<float>(points, kernel.description.dimensions)
                                        .inspect(entry_of(kernel), threads, chunk);
          EXPECT_THAT(findings.list, IsEmpty()) << kernel.name << "\n" << all_of(findings);
        }
    if (!kernel.description.takes(2, Precision::float64)) continue;
    const Findings findings =
        Grid<double>(ragged_grids(kernel)[1], kernel.description.dimensions)
            .inspect(entry_of(kernel), blocks_for(kernel)[0], chunks_for(kernel)[0]);
    EXPECT_THAT(findings.list, IsEmpty()) << kernel.name << "\n" << all_of(findings);
  }
}

TEST(EveryKernel, AsksForWhatIsCountedLineByLine) {
  for (const Kernel& kernel : kernel_catalogue()) {
    Row row(2, 1);  // for its fields
    const bool flat = kernel.description.dimensions == 2, deep = !kernel.description.marches;
    const Index3 points{16, 16, flat ? 1 : 16};
    const Box inner{{1, 1, flat ? 0 : 1}, {15, 15, flat ? 1 : 15}};
    const LocalBlock block{{{0, 0, 0}, points}, {{0, 0, 0}, points}, inner, 16, 256};
    Emulator emulator;
    const BlockShape threads{8, flat && !deep ? 1 : 6, !flat && deep ? 5 : 1};
    const BlockTile tile = tile_of(kernel.description, threads, sizeof(float), 1);
    for (const Launch& launch : plan_launches(block, block.owned, threads, tile, deep ? 3 : 5)) {
      const auto watched = emulated_launch<float>(kernel, kernel.counting, launch, row.in, row.out,
                                                  Coefficients<float>{});
      const auto in = Row::range(row.in), out = Row::range(row.out);
      const Findings findings = emulator.inspect(watched, in, out);
      EXPECT_EQ(findings.global(), emulator.count(watched, watched.grid(), in, out));
      EXPECT_GE(findings.lines.size(), 2) << kernel.name;
      for (const LineUse& line : findings.lines) {
        EXPECT_THAT(line.where.file,
                    EndsWith(std::string(flat ? "2d/" : "3d/") + kernel.name + ".cu"));
        EXPECT_GT(line.where.line, 10);
      }
    }
  }
}

/// Of a block of 8 x 4 threads, one warp, that updates 3 planes and copies one on either side.
SharedMemoryUse shared_use_of(const char* kernel) {
  Grid<float> grid({8, 4, 5});
  grid.block_.inner = {{0, 0, 1}, {8, 4, 4}};
  return grid.inspect(entry_of(find_kernel(kernel)), {8, 4}).shared();
}

/// The tile has 10 columns. Rows 0 and 3 of the warp share banks 0 to 5 (30 to 37 modulo 32): two
/// wavefronts for what all lanes access. The rim's four stores are without conflict.
TEST(BankConflicts, OfTheKernelsAreThoseComputedByHand) {
  EXPECT_EQ(shared_use_of("naive"), SharedMemoryUse{});
  // All lanes store their point; where it is updated they load four neighbours.
  const Index rim = 5 * 4;
  EXPECT_EQ(shared_use_of("rotated"),
            (SharedMemoryUse{rim + 5 + 3 * 4, rim + 2 * (5 + 3 * 4), rim + 5 + 3 * 4}));
  // And their own point, also where it is copied.
  EXPECT_EQ(shared_use_of("shared_plane"),
            (SharedMemoryUse{rim + 5 + 3 * 5 + 2, rim + 2 * (5 + 3 * 5 + 2), rim + 5 + 3 * 5 + 2}));
}

TEST(BankConflicts, AreNoneWhereAWarpIsARow) {
  for (const char* kernel : {"rotated", "shared_plane"}) {
    const SharedMemoryUse use =
        Grid<float>(ragged).inspect(entry_of(find_kernel(kernel)), {32, 4}).shared();
    EXPECT_GT(use.requests, 0);
    EXPECT_EQ(use.excess(), 0);
  }
}

TEST(BankConflicts, OfStaticArraysGrowWithTheStride) {
  Emulator emulator;
  for (const auto& [stride, wavefronts] : {std::pair{1, 1}, {2, 2}, {8, 8}, {32, 32}, {33, 1}}) {
    Row row(1, 32, stride);
    const Findings findings = row.inspect(emulator, banks_counting);
    EXPECT_THAT(findings.list, IsEmpty()) << all_of(findings);
    EXPECT_EQ(findings.shared(), (SharedMemoryUse{2, 2 * wavefronts, 2})) << stride;
  }
}

TEST(Findings, NameTheLinesOfARace) {
  const Findings findings = Grid<float>(ragged).inspect(missing_barrier_counting, {32, 4});
  EXPECT_EQ(kinds_of(findings), std::set{FindingKind::race}) << all_of(findings);
  const std::string file = "broken/missing_barrier.cu";
  std::set<int> lines = lines_with(file, "fill_tile(here");
  lines.merge(lines_with(file, "star_of_tile(here"));
  for (const Finding& finding : findings.list) {
    EXPECT_EQ((std::set{finding.where.line, finding.other.line}), lines) << text_of(finding);
    EXPECT_EQ(finding.memory, MemoryKind::shared);
    EXPECT_THAT(text_of(finding), HasSubstr("put __syncthreads() between the two"));
  }
}

TEST(Findings, NameTheLineThatReadsACornerThatNothingWrote) {
  expect_only(Grid<float>(ragged).inspect(unwritten_corner_counting, {32, 4}),
              FindingKind::unwritten_shared, "broken/unwritten_corner.cu", "T corner");
}

TEST(Findings, NameTheLineThatLeavesAField) {
  const Findings findings = Grid<float>(ragged).inspect(out_of_bounds_counting, {32, 4});
  expect_only(findings, FindingKind::out_of_bounds, "broken/out_of_bounds.cu", "star(in");
  EXPECT_EQ(findings.list.at(0).memory, MemoryKind::input) << all_of(findings);
  EXPECT_LT(findings.list.at(0).offset, 0);
}

TEST(Findings, NameTheLineThatLeavesAStaticArray) {
  const Findings findings = Grid<float>(ragged).inspect(out_of_bounds_tile_counting, {32, 4});
  expect_only(findings, FindingKind::out_of_bounds, "broken/out_of_bounds_tile.cu", "= in[at];");
  EXPECT_EQ(findings.list.at(0).memory, MemoryKind::shared);
  EXPECT_EQ(findings.list.at(0).offset, 512);
  // Behind this one lies the array of another instance of the kernel.
  const Findings other = Grid<double>(ragged).inspect(out_of_bounds_tile_counting, {32, 4});
  EXPECT_EQ(kinds_of(other), std::set{FindingKind::out_of_bounds}) << all_of(other);
}

TEST(Findings, NameTheBarrierThatSomeDoNotReach) {
  const Findings returned = Grid<float>(ragged).inspect(return_before_barrier_counting, {32, 4});
  expect_only(returned, FindingKind::missed_barrier, "broken/return_before_barrier.cu",
              "__syncthreads();");
  EXPECT_THAT(Grid<float>({32, 8, 5}).inspect(return_before_barrier_counting, {32, 4}).list,
              IsEmpty())
      << "without threads beyond the region";
  const Findings split = Grid<float>(ragged).inspect(split_barrier_counting, {32, 4});
  EXPECT_EQ(kinds_of(split), std::set{FindingKind::split_barrier}) << all_of(split);
  EXPECT_EQ((std::set{split.list.at(0).where.line, split.list.at(0).other.line}),
            lines_with("broken/split_barrier.cu", "__syncthreads();"));
}

TEST(Findings, ShowBlocksThatOverhangTheRegion) {
  const Findings findings = Grid<float>(ragged).inspect(multiples_of_block_only_counting, {32, 4});
  EXPECT_TRUE(kinds_of(findings).contains(FindingKind::race_between_blocks)) << all_of(findings);
  EXPECT_TRUE(kinds_of(findings).contains(FindingKind::out_of_bounds)) << all_of(findings);
  EXPECT_THAT(Grid<float>({64, 8, 5}).inspect(multiples_of_block_only_counting, {32, 4}).list,
              IsEmpty());
}

/// Their values are wrong, not what they touch: it takes a comparison to find them.
TEST(Findings, AreNoneForKernelsThatOnlyComputeTheWrongThing) {
  for (const EmulatedEntry* entry :
       {&no_op_counting, &copy_through_counting, &last_plane_skipped_counting,
        &window_off_by_one_counting, &wrong_halo_column_counting, &fixed_chunk_height_counting}) {
    const Findings findings = Grid<float>(ragged).inspect(*entry, {32, 4}, 5);
    EXPECT_THAT(findings.list, IsEmpty()) << entry->name << "\n" << all_of(findings);
  }
}

TEST(Findings, ShowLanesThatDoNotMeet) {
  Emulator emulator;
  Row row(1, 32);
  const Findings findings = row.inspect(emulator, unordered_lanes_counting);
  ASSERT_EQ(findings.list.size(), 1) << all_of(findings);
  EXPECT_EQ(findings.list[0].kind, FindingKind::race);
  EXPECT_EQ(findings.list[0].count, 31);
}

TEST(Findings, ShowBlocksThatStoreTheSameElement) {
  Emulator emulator;
  Row row(3, 32);
  const Findings findings = row.inspect(emulator, overlapping_blocks_counting);
  ASSERT_EQ(findings.list.size(), 1) << all_of(findings);
  EXPECT_EQ(findings.list[0].kind, FindingKind::race_between_blocks);
  EXPECT_EQ(findings.list[0].count, 2);
  EXPECT_EQ(findings.list[0].block.x, 1);
  EXPECT_EQ(findings.list[0].offset, 32 * 4);
}

TEST(Findings, ShowShufflesFromLanesThatTakeNoPart) {
  Emulator emulator;
  Row row(1, 32);
  const Findings findings = row.inspect(emulator, absent_lane_counting);
  ASSERT_EQ(findings.list.size(), 1) << all_of(findings);
  EXPECT_EQ(findings.list[0].kind, FindingKind::absent_lane);
  EXPECT_EQ(findings.list[0].count, 16);
}

TEST(Findings, ShowLoadsOfSharedMemoryAndElementsThatHoldNothing) {
  Emulator emulator;
  Row row(1, 32);
  const Findings shared = row.inspect(emulator, unwritten_counting);
  expect_only(shared, FindingKind::unwritten_shared, "kernels/unwritten.cu", "= shared[lane];");
  EXPECT_EQ(shared.list.at(0).count, 32);
  auto launch = row.launch(reversed_counting);
  launch.launch.region.readable_last.x = 30;
  const Findings field = emulator.inspect(launch, Row::range(row.in), Row::range(row.out));
  ASSERT_EQ(field.list.size(), 1) << all_of(field);
  EXPECT_EQ(field.list[0].kind, FindingKind::unwritten_field);
  EXPECT_EQ(field.list[0].count, 2);
  EXPECT_EQ(field.list[0].thread.x, 30);
}

TEST(Findings, ShowStoresBesideThePointsToUpdate) {
  Emulator emulator;
  Row row(1, 32);
  auto launch = row.launch(reversed_counting);
  launch.launch.region.last.x = 31;
  const Findings findings = emulator.inspect(launch, Row::range(row.in), Row::range(row.out));
  ASSERT_EQ(findings.list.size(), 1) << all_of(findings);
  EXPECT_EQ(findings.list[0].kind, FindingKind::stray_store);
  EXPECT_EQ(findings.list[0].offset, 31 * 4);
}

TEST(Findings, OfASweepSeeAllItsLaunches) {
  Emulator emulator;
  Row row(1, 32);
  Inspector inspector;
  const auto launch = row.launch(reversed_counting);
  const auto in = Row::range(row.in), out = Row::range(row.out);
  emulator.inspect(launch, launch.grid(), in, out, inspector);
  EXPECT_THAT(inspector.findings().list, IsEmpty());
  emulator.inspect(launch, launch.grid(), in, out, inspector);
  EXPECT_EQ(kinds_of(inspector.findings()), std::set{FindingKind::race_between_blocks});
}

TEST(Inspecting, LeavesTheBitsOfPlainSteppingAndNothingBehind) {
  Emulator emulator;
  Row row(1, 8), plain(1, 8);
  const Findings findings = row.inspect(emulator, early_return_counting);
  emulator.run(plain.launch(early_return_counting));
  EXPECT_TRUE(std::equal(row.out, row.out + Row::elements, plain.out));
  EXPECT_EQ(kinds_of(findings), std::set{FindingKind::missed_barrier}) << all_of(findings);
  EXPECT_EQ(emulated_thread.inspector, nullptr);
}

}  // namespace
}  // namespace ministencil
