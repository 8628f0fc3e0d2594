// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

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

/// Four lanes are a request; read sectors hold four texels of a row. Reads one further span two,
/// and so do those of lanes 1 and 3 two further. Two requests store to a sector of eight texels.
TEST(Textures, AreCountedByFourLanesBesideTheSectorsOfOtherAccesses) {
  Emulator emulator;
  Row row(3, 64);
  const SectorCounts counts = row.count(emulator, texels_counting);
  const Index warps = 6;
  EXPECT_EQ(counts, (SectorCounts{.texture = {.read_sectors = warps * 8 * (1 + 2 + 2),
                                              .write_sectors = warps * 4,
                                              .read_requests = warps * 8 * 3,
                                              .write_requests = warps * 8,
                                              .read_bytes = warps * (32 + 32 + 16) * 4,
                                              .written_bytes = warps * 32 * 4}}));
}

/// A halo of two texels moves all rows, so that every second request spans two sectors, and none
/// shares its only one.
TEST(Textures, LieFromTheFirstStoredPointOn) {
  Emulator emulator;
  Row row(3, 64);
  auto launch = row.launch(texels_counting);
  launch.launch.stored_first.x = -2;
  const SectorCounts counts =
      emulator.count(launch, launch.grid(), Row::range(row.in), Row::range(row.out));
  EXPECT_EQ(counts.texture.write_sectors, 6 * (4 + 4 * 2));
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
