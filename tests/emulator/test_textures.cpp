// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "emulator/texels.hpp"
#include "row.hpp"

namespace ministencil {

// Compiled from tests/emulator/kernels/.
extern const EmulatedEntry texels_plain, texels_counting;

namespace {

using testing::EndsWith;
using testing::IsEmpty;

/// Values are 0, 1, 2, …; two warps a block.
TEST(Textures, GiveAndTakeTheFieldsValues) {
  for (const EmulatedEntry* entry : {&texels_plain, &texels_counting}) {
    Emulator emulator;
    Row row(3, 64);
    emulator.run(row.launch(*entry));
    for (int x = 0; x < 192; ++x) {
      EXPECT_EQ(row.out[x], x % 2 == 1 ? 3 * x + 3 : 2 * x + 1) << x;
    }
    EXPECT_EQ(row.out[192], -1);
  }
}

/// A sector holds four texels of a row. Reads by four lanes one further span two, and so do those
/// of lanes 1 and 3 two further. Writes to a flat surface are eight lanes'.
TEST(Textures, AreCountedByFewLanesBesideTheSectorsOfOtherAccesses) {
  Emulator emulator;
  Row row(3, 64);
  const SectorCounts counts = row.count(emulator, texels_counting);
  const Index warps = 6;
  EXPECT_EQ(counts, (SectorCounts{.texture = {.read_sectors = warps * 8 * (1 + 2 + 2),
                                              .write_sectors = warps * 8,
                                              .read_requests = warps * 8 * 3,
                                              .write_requests = warps * 4,
                                              .read_bytes = warps * (32 + 32 + 16) * 4,
                                              .written_bytes = warps * 32 * 4}}));
}

/// A halo of two texels moves all rows, so that eight lanes write to three sectors, not two.
TEST(Textures, LieFromTheFirstStoredPointOn) {
  Emulator emulator;
  Row row(3, 64);
  auto launch = row.launch(texels_counting);
  launch.launch.stored_first.x = -2;
  const SectorCounts counts =
      emulator.count(launch, launch.grid(), Row::range(row.in), Row::range(row.out));
  EXPECT_EQ(counts.texture.write_sectors, 6 * 4 * 3);
}

/// Rows of two, so that four lanes are two rows: one sector where the first is even, else two.
TEST(Textures, ShareSectorsBetweenTwoRows) {
  const auto lanes_from = [](int y) {
    std::vector<LaneTexel> lanes;
    for (int lane = 0; lane < 4; ++lane) {
      lanes.push_back({.x = lane % 2,
                       .y = y + lane / 2,
                       .z = 5,
                       .lane = static_cast<std::uint8_t>(lane),
                       .is_flat = false});
    }
    return lanes;
  };
  EXPECT_EQ(texture_reads(lanes_from(6)).read_sectors, 1);
  EXPECT_EQ(texture_reads(lanes_from(7)).read_sectors, 2);
  EXPECT_EQ(surface_writes(lanes_from(7)).write_sectors, 2);
}

TEST(Textures, AreInspectedLikeOtherAccesses) {
  Emulator emulator;
  Row row(3, 64);
  auto launch = row.launch(texels_counting);
  EXPECT_THAT(emulator.inspect(launch, Row::range(row.in), Row::range(row.out)).list, IsEmpty());
  launch.launch.region.readable_last.x = 193;  // the last lane reads one further
  launch.launch.region.last.x = 191;
  const Findings findings = emulator.inspect(launch, Row::range(row.in), Row::range(row.out));
  ASSERT_EQ(findings.list.size(), 2u);
  EXPECT_EQ(findings.list[0].count, 1);
  EXPECT_EQ(findings.list[1].count, 1);
  for (const Finding& finding : findings.list) {
    EXPECT_THAT(finding.where.file, EndsWith("texels.cu"));
    const bool is_read = finding.kind == FindingKind::unwritten_field;
    EXPECT_EQ(finding.kind, is_read ? FindingKind::unwritten_field : FindingKind::stray_store);
    EXPECT_EQ(finding.where.line, is_read ? 11 : 12);
  }
  EXPECT_EQ(findings.global(), row.count(emulator, texels_counting));
}

}  // namespace
}  // namespace ministencil
