// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "output/comparison_json.hpp"
#include "output/comparison_text.hpp"
#include "output/sample_comparison.hpp"

namespace ministencil {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The line of the table that begins with `name`.
std::string row_of(const std::string& text, const std::string& name) {
  for (const std::string& line : lines_of(text)) {
    if (line.starts_with("  " + name + " ")) return line;
  }
  return "no row";
}

std::vector<std::string> names_of(const KernelComparison& comparison) {
  std::vector<std::string> names;
  for (const ComparedKernel& kernel : comparison.kernels) names.push_back(kernel.kernel);
  return names;
}

/// The kernel differs from the reference at two points.
void spoil(ComparedKernel& kernel) {
  kernel.hash = 0xdef;
  kernel.reference.value->differing = 2;
  kernel.reference.value->first = FieldDifference{{1, 2, 3}, 0.5, 0.25};
}

void forget_reference(KernelComparison& comparison) {
  for (ComparedKernel& kernel : comparison.kernels) {
    kernel.reference = Measured<ReferenceCheck>::none("check.reference is none");
  }
}

TEST(Bits, AreThoseOfTheReference) {
  KernelComparison comparison = sample_comparison();
  EXPECT_TRUE(all_equal(comparison));
  spoil(comparison.kernels[1]);
  EXPECT_THAT(bits_of(comparison), ElementsAre(Bits::equal, Bits::different, Bits::equal));
  EXPECT_FALSE(all_equal(comparison));
  for (ComparedKernel& kernel : comparison.kernels) spoil(kernel);
  EXPECT_THAT(bits_of(comparison), ElementsAre(Bits::different, Bits::different, Bits::different))
      << "all the same, and all wrong";
}

TEST(Bits, AreThoseOfMostKernelsWithoutAReference) {
  KernelComparison comparison = sample_comparison();
  forget_reference(comparison);
  EXPECT_TRUE(all_equal(comparison));
  comparison.kernels[0].hash = 1;
  EXPECT_THAT(bits_of(comparison), ElementsAre(Bits::different, Bits::equal, Bits::equal));
  comparison.kernels[1].hash = 2;
  EXPECT_THAT(bits_of(comparison), ElementsAre(Bits::equal, Bits::different, Bits::different))
      << "all different: the first counts";
}

TEST(Verdict, SaysWhatAllKernelsAgreeOn) {
  KernelComparison comparison = sample_comparison();
  EXPECT_EQ(verdict_text(comparison),
            "all 3 kernels have the same bits, those of kokkos (Cuda): field hash "
            "0000000000000abc after step 22");
  forget_reference(comparison);
  EXPECT_THAT(verdict_text(comparison), HasSubstr("the same bits: field hash 0000000000000abc"));
}

TEST(Verdict, NamesTheKernelsThatDifferAndTheFirstPoint) {
  KernelComparison comparison = sample_comparison();
  spoil(comparison.kernels[0]);
  spoil(comparison.kernels[2]);
  EXPECT_EQ(verdict_text(comparison),
            "FAILED: other bits than kokkos (Cuda): slow, middle; first of slow at [1, 2, 3]: 0.5, "
            "reference 0.25");
  forget_reference(comparison);
  comparison.kernels[2].hash = 0xabc;
  EXPECT_EQ(verdict_text(comparison),
            "FAILED: other bits than most kernels (there is no reference): slow");
}

TEST(SortKernels, PutsTheFastestFirstAndThoseWithoutATimeLast) {
  KernelComparison comparison = sample_comparison();
  sort_kernels(comparison);
  EXPECT_THAT(names_of(comparison), ElementsAre("fast", "middle", "slow"));
  comparison.kernels[0].step = Measured<Statistics>::none("lost");
  sort_kernels(comparison);
  EXPECT_THAT(names_of(comparison), ElementsAre("middle", "slow", "fast"));
}

TEST(SortKernels, GoesBySectorsWithoutTimesAndByNameWithoutEither) {
  KernelComparison comparison = emulated_comparison();
  sort_kernels(comparison);
  EXPECT_THAT(names_of(comparison), ElementsAre("slow", "middle", "fast"));
  for (ComparedKernel& kernel : comparison.kernels) kernel.sectors.clear();
  sort_kernels(comparison);
  EXPECT_THAT(names_of(comparison), ElementsAre("fast", "middle", "slow"));
}

TEST(SortKernels, CountsWhatGoesThroughTextures) {
  KernelComparison comparison = emulated_comparison();
  for (ComparedKernel& kernel : comparison.kernels) {
    if (kernel.kernel != "slow") continue;
    for (SectorRow& row : kernel.sectors) {
      row.count = Measured<SectorCount>::of({.texture_sectors = 1'000'000, .surface_sectors = 5});
    }
  }
  sort_kernels(comparison);
  EXPECT_THAT(names_of(comparison), ElementsAre("middle", "fast", "slow"));
  EXPECT_THAT(comparison_text(comparison), HasSubstr("2000010"));
}

TEST(StepSectors, AreTheSumOverRanksAndPhasesOfOneWayOfCounting) {
  const ComparedKernel kernel = sample_kernel("k", 1, 1000);
  const StepSectors sectors = step_sectors(kernel);
  EXPECT_EQ(sectors.source, SectorSource::cupti);
  EXPECT_EQ(*sectors.count, (SectorCount{1000, 0}));
  EXPECT_EQ(sectors.fewest, 500);
  EXPECT_EQ(sectors.traffic->l2_reads, 2000);
  EXPECT_EQ(sectors.traffic->dram_read, 4000);
  EXPECT_EQ(sectors.traffic->dram_written, 6000);
  EXPECT_EQ(*sector_ratio(sectors), 2);
}

TEST(StepSectors, AreTheEmulatorsWhereTheHardwareLacksARow) {
  ComparedKernel kernel = sample_kernel("k", 1, 1000);
  kernel.sectors.back().count = Measured<SectorCount>::none("busy");
  kernel.sectors.back().traffic = Measured<MemoryTraffic>::none("busy");
  const StepSectors sectors = step_sectors(kernel);
  EXPECT_EQ(sectors.source, SectorSource::emulated);
  EXPECT_EQ(*sectors.count, (SectorCount{1000, 0}));
  EXPECT_EQ(sectors.fewest, 500);
  EXPECT_FALSE(sectors.traffic);
  EXPECT_EQ(sectors.traffic.reason, "busy");
}

TEST(StepSectors, KnowTheFewestAndTheReasonWhereNothingWasCounted) {
  ComparedKernel kernel = sample_kernel("k", 1, 1000);
  std::erase_if(kernel.sectors,
                [](const SectorRow& row) { return row.source == SectorSource::cupti; });
  for (SectorRow& row : kernel.sectors) {
    row.source = SectorSource::none;
    row.count = Measured<SectorCount>::none("sectors.count is none");
  }
  const StepSectors sectors = step_sectors(kernel);
  EXPECT_EQ(sectors.fewest, 500);
  EXPECT_EQ(sectors.count.reason, "sectors.count is none");
  EXPECT_FALSE(sector_ratio(sectors));
}

TEST(ComparedSpeed, IsHeldAgainstTheCopy) {
  const KernelComparison comparison = sample_comparison();
  const ComparedKernel& middle = comparison.kernels[2];
  EXPECT_EQ(*points_per_second(comparison, middle), 262144 / 0.002);
  EXPECT_EQ(*share_of_copy(comparison, middle), 0.25);
  EXPECT_EQ(share_of_copy(emulated_comparison(), emulated_comparison().kernels[0]).reason,
            "emulated");
}

TEST(ComparisonText, HasARowAKernelAndSaysWhatBoundIt) {
  const std::string text = comparison_text(sample_comparison());
  const std::string speed = row_of(text, "middle");
  for (const char* cell :
       {"32 x 16", "64", "equal", "2 ms", "0.1311", "25.0 %", "2.50", "DRAM bandwidth"}) {
    EXPECT_THAT(speed, HasSubstr(std::string("  ") + cell)) << speed;
  }
  const std::string needs = row_of(text.substr(text.find("Sectors (32 bytes)")), "middle");
  for (const char* cell : {"2000", "500", "4.000", "10 kB", "40", "2448 B", "0 % of 100 %"}) {
    EXPECT_THAT(needs, HasSubstr(std::string("  ") + cell)) << needs;
  }
  EXPECT_THAT(text, AllOf(HasSubstr("the copy: 4.194 GB/s"), HasSubstr("DRAM busy 91 %"),
                          HasSubstr("to the last digit"), HasSubstr("scripts/plot results/cube64/"),
                          HasSubstr("texture  takes orders 2 in float32")));
  EXPECT_THAT(text, Not(HasSubstr("n/a")));
}

TEST(ComparisonText, LinesUp) {
  const std::string text = comparison_text(sample_comparison());
  const std::string title = row_of(text, "kernel"), row = row_of(text, "fast");
  for (const char* column : {"block", "bits", "bound by"}) {
    const std::size_t at = title.find(column);
    EXPECT_EQ(row[at - 1], ' ') << column;
    EXPECT_NE(row[at], ' ') << column;
  }
  for (const char* column : {"time a step", "Gpoint/s", "OP/B"}) {
    const std::size_t end = title.find(column) + std::string(column).size();
    EXPECT_NE(row[end - 1], ' ') << column;
    EXPECT_EQ(row[end], ' ') << column;
  }
}

TEST(ComparisonText, FitsIn120ColumnsForTheLargestGridsAndLongestNames) {
  KernelComparison comparison = sample_comparison();
  for (ComparedKernel& kernel : comparison.kernels) {
    kernel.kernel = "coarsened_registers";
    kernel.block = {64, 16, 8};
    for (SectorRow& row : kernel.sectors) {
      row.count = Measured<SectorCount>::of({500'000'000'000, 500'000'000'000});
      row.fewest = 500'000'000'000;
      row.traffic = Measured<MemoryTraffic>::of({999'999'999'999, 1e12, 1e12});
    }
  }
  const std::string text = comparison_text(comparison);
  for (const std::string& line : lines_of(text.substr(0, text.find("What bound each")))) {
    EXPECT_LE(line.size(), 120u) << line;
  }
}

TEST(ComparisonText, ExplainsEveryGapOnce) {
  const std::string text = comparison_text(emulated_comparison());
  EXPECT_THAT(text, HasSubstr("  n/a, time a step, Gpoint/s, of the copy: emulated\n"
                              "  n/a, bound by: the backend uses no GPU\n"));
  EXPECT_THAT(text, HasSubstr("  n/a, L2 reads, DRAM: emulation counts requests only\n"
                              "  n/a, registers, shared, occupancy: the backend uses no GPU\n"));
  EXPECT_THAT(text, Not(HasSubstr("GB/s")));
  EXPECT_THAT(text, Not(HasSubstr("What bound each")));
}

TEST(ComparisonText, MarksOtherBitsAndOtherCounts) {
  KernelComparison comparison = sample_comparison();
  spoil(comparison.kernels[0]);
  comparison.kernels[1].sectors[0].count.value->loads += 1;
  const std::string text = comparison_text(comparison);
  EXPECT_THAT(row_of(text, "slow"), HasSubstr("DIFFERENT"));
  EXPECT_THAT(row_of(text, "middle"), HasSubstr("equal"));
  EXPECT_THAT(text, HasSubstr("emulated sectors are not those counted on the GPU: fast\n"));
}

/// Empty where a cell is.
std::vector<std::string> cells_of(const std::string& line) {
  std::vector<std::string> cells{""};
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      cells.emplace_back();
    } else {
      cells.back() += c;
    }
  }
  return cells;
}

TEST(ComparisonFiles, SayTheSameInBothForms) {
  for (const KernelComparison& comparison : {sample_comparison(), emulated_comparison()}) {
    const auto json = nlohmann::ordered_json::parse(comparison_json_text(comparison));
    const auto lines = lines_of(comparison_csv(comparison));
    ASSERT_EQ(lines.size(), 1 + comparison.kernels.size());
    const auto titles = cells_of(lines[0]);
    for (std::size_t row = 0; row < comparison.kernels.size(); ++row) {
      const auto cells = cells_of(lines[row + 1]);
      ASSERT_EQ(cells.size(), titles.size());
      for (std::size_t i = 0; i + 1 < titles.size(); ++i) {
        const auto& value = json["kernels"][row].at(titles[i]);
        if (value.is_number()) {
          EXPECT_EQ(cells[i], value.dump()) << titles[i];
        }
        if (value.is_string()) {
          EXPECT_EQ(cells[i], value.get<std::string>()) << titles[i];
        }
        EXPECT_EQ(cells[i].empty(), value.is_null()) << titles[i];
      }
    }
  }
}

TEST(ComparisonFiles, SayWhyWhereverAValueIsMissing) {
  const auto json = comparison_json(emulated_comparison());
  for (const auto& [key, value] : json["kernels"][0].items()) {
    if (!value.is_null()) continue;
    EXPECT_TRUE(json["kernels"][0].contains(key + "_reason")) << key;
  }
  EXPECT_EQ(json["copy_bytes_per_second_reason"], "emulated");
  EXPECT_THAT(lines_of(comparison_csv(emulated_comparison()))[1],
              HasSubstr("bound_by, bound_evidence: the backend uses no GPU"));
}

TEST(ComparisonJson, HoldsTheFiguresAndWhereTheyComeFrom) {
  KernelComparison comparison = sample_comparison();
  spoil(comparison.kernels[2]);
  const auto json = comparison_json(comparison);
  EXPECT_EQ(json["schema_version"], 1);
  EXPECT_EQ(json["date"], "2026-12-01T10:20:30Z");
  EXPECT_EQ(json["versions"]["HDF5"], "1.10.8, parallel");
  EXPECT_EQ(json["ranks"][1]["host"], "b,c");
  EXPECT_EQ(json["copy_bytes_per_second"], 4.194304e9);
  EXPECT_EQ(json["not_applicable"][0]["kernel"], "texture");
  const auto& middle = json["kernels"][2];
  EXPECT_EQ(middle["bits"], "different");
  EXPECT_EQ(middle["field_hash"], "0000000000000def");
  EXPECT_EQ(middle["differing_points"], 2);
  EXPECT_THAT(middle["first_difference"].get<std::vector<int>>(), ElementsAre(1, 2, 3));
  EXPECT_EQ(middle["seconds_per_step"], 0.002);
  EXPECT_EQ(middle["share_of_copy"], 0.25);
  EXPECT_EQ(middle["sectors"], 2000);
  EXPECT_EQ(middle["sector_source"], "cupti");
  EXPECT_EQ(middle["dram_written_bytes"], 6000);
  EXPECT_EQ(middle["registers_per_thread"], 40);
  EXPECT_EQ(middle["bound_by"], "DRAM bandwidth");
}

TEST(ComparisonOpening, NamesStepsAndKernels) {
  const std::string text = comparison_opening_text(sample_comparison());
  EXPECT_THAT(text, AllOf(HasSubstr("22 a kernel, 2 for warm-up left out of times"),
                          HasSubstr("slow, fast, middle"), HasSubstr("What runs where")));
}

}  // namespace
}  // namespace ministencil
