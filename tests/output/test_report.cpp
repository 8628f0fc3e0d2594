// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "output/report_json.hpp"
#include "output/report_text.hpp"
#include "output/sample_report.hpp"
#include "output/table.hpp"

namespace ministencil {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

RunReport nothing_measured() {
  RunReport report = sample_report();
  report.timing.step = statistics_of({});
  report.copy_bandwidth = Measured<double>::none("the field is too small");
  report.halo = Measured<HaloTimes>::none("one rank");
  for (SectorRow& row : report.sectors) {
    row.source = SectorSource::none;
    row.count = Measured<SectorCount>::none("sectors.count is none");
  }
  report.checks = {.reference = Measured<ReferenceCheck>::none("check.reference is none"),
                   .eigenmode = Measured<EigenmodeCheck>::none("no eigenmode"),
                   .hash = Measured<std::uint64_t>::none("hash skipped")};
  return report;
}

TEST(Statistics, AreThoseOfTheSamplesInAnyOrder) {
  const auto three = statistics_of({3, 1, 2}), four = statistics_of({4, 1, 2, 10});
  EXPECT_EQ(three->median, 2);
  EXPECT_EQ(four->min, 1);
  EXPECT_EQ(four->median, 3);
  EXPECT_EQ(four->max, 10);
  EXPECT_EQ(four->count, 4);
  EXPECT_FALSE(statistics_of({}));
}

TEST(Speed, CountsAllPointsOverTheMedianAndTwoTransfersAPoint) {
  const RunReport report = sample_report();
  EXPECT_EQ(*points_per_second(report), 262144 / 0.002);
  EXPECT_EQ(*effective_bandwidth(report), 2 * 4 * 262144 / 0.002);
  EXPECT_EQ(*share_of_copy(report), 0.25);
}

TEST(Speed, IsNotInventedWhereTheClockSawNothing) {
  RunReport report = sample_report();
  report.timing.step = statistics_of({0.0});
  EXPECT_FALSE(points_per_second(report));
  report = sample_report();
  report.copy_bandwidth = Measured<double>::of(0.0);
  EXPECT_FALSE(share_of_copy(report));
}

TEST(NotesOnFigures, SayWhenAFigureIsNotWhatItSeems) {
  constexpr Index mib = 1 << 20;
  RunReport report;
  report.plan.configuration.grid.points = {100, 100, 100};
  report.timing.step = statistics_of({1e-3});
  report.copy_bandwidth = Measured<double>::of(1e11);
  EXPECT_THAT(notes_on_figures(report, 64 * mib, 32 * mib), testing::IsEmpty());
  EXPECT_THAT(notes_on_figures(report, 64 * mib, 0), testing::IsEmpty()) << "unknown cache";
  EXPECT_THAT(notes_on_figures(report, 16 * mib, 32 * mib),
              testing::ElementsAre(testing::HasSubstr("cache (32 MiB)")));
  report.copy_bandwidth = Measured<double>::of(1e9);  // 8 MB in 1 ms are 8e9 B/s
  EXPECT_THAT(notes_on_figures(report, 64 * mib, 32 * mib),
              testing::ElementsAre(testing::HasSubstr("faster than a copy")));
  report.timing.step = statistics_of({1e-5});
  report.copy_bandwidth = Measured<double>::none("not measured");
  EXPECT_THAT(notes_on_figures(report, 64 * mib, 32 * mib),
              testing::ElementsAre(testing::HasSubstr("too short")));
}

TEST(WithPrefix, KeepsFourDigitsAndTheRightPrefix) {
  EXPECT_EQ(with_prefix(0.0012345, "s"), "1.234 ms");
  EXPECT_EQ(with_prefix(1.5e-6, "s"), "1.5 µs");
  EXPECT_EQ(with_prefix(999.96, "B"), "1 kB");
  EXPECT_EQ(with_prefix(0.0009999999, "s"), "1 ms");
  EXPECT_EQ(with_prefix(4.276e12, "B/s"), "4.276 TB/s");
  EXPECT_EQ(with_prefix(0, "s"), "0 s");
  EXPECT_EQ(with_prefix(-2500, "m"), "-2.5 km");
  EXPECT_EQ(with_prefix(0.5, "B"), "0.5 B");
}

TEST(Table, LinesUpAlsoWhereLettersTakeSeveralBytes) {
  Table table({{"name"}, {"value", Table::Align::right}});
  table.add({"α", "1"});
  table.add({"long name", "1000"});
  EXPECT_EQ(table.text(),
            "  name       value\n"
            "  α              1\n"
            "  long name   1000\n");
}

TEST(RowsToShow, FoldsManyRanksAndKeepsTheLast) {
  EXPECT_THAT(rows_to_show(8), ElementsAre(0, 1, 2, 3, 4, 5, 6, 7));
  EXPECT_THAT(rows_to_show(9), ElementsAre(0, 1, 2, 3, 4, 5, folded, 8));
  EXPECT_THAT(rows_to_show(0), ElementsAre());
}

TEST(Opening, ShowsWhereEveryBoxLies) {
  const std::string text = opening_text(sample_report().plan);
  EXPECT_THAT(text, HasSubstr("64 x 64 x 64 points"));
  EXPECT_THAT(text, HasSubstr("no GPU found"));
  EXPECT_THAT(text, HasSubstr("1  b,c   CPU     0..63  0..63  32..63  131072    2 MB"));
}

TEST(Opening, FoldsManyRanks) {
  RunPlan plan = sample_report().plan;
  plan.rows.resize(100, plan.rows[1]);
  for (int rank = 0; rank < 100; ++rank) plan.rows[static_cast<std::size_t>(rank)].rank = rank;
  const std::string text = opening_text(plan);
  EXPECT_THAT(text, HasSubstr("…"));
  EXPECT_THAT(text, HasSubstr("\n    99  "));
  EXPECT_LT(lines_of(text).size(), 20u);
}

TEST(Summary, EndsWithTheFigureOfMerit) {
  EXPECT_EQ(lines_of(summary_text(sample_report())).back(), "Figure of merit: 0.1311 Gpoint/s");
  EXPECT_THAT(lines_of(summary_text(nothing_measured())).back(),
              HasSubstr("Figure of merit: none: no step was timed"));
}

TEST(Summary, SaysTimesBandwidthsShareHaloAndBits) {
  const std::string text = summary_text(sample_report());
  EXPECT_THAT(text, HasSubstr("min 1 ms, median 2 ms, max 4 ms (3 steps, 5 for warm-up left out)"));
  EXPECT_THAT(text, HasSubstr("1.049 GB/s"));
  EXPECT_THAT(text, HasSubstr("4.194 GB/s"));
  EXPECT_THAT(text, HasSubstr("25.0 %"));
  EXPECT_THAT(text, HasSubstr("10 µs exposed, 200 µs hidden"));
  EXPECT_THAT(text, HasSubstr("bits equal (262144 points after step 100, against kokkos)"));
  EXPECT_THAT(text, HasSubstr("0123456789abcdef"));
}

TEST(Summary, ShowsTheFirstDifferenceWithAllDigits) {
  RunReport report = sample_report();
  report.checks.reference.value->differing = 7;
  report.checks.reference.value->first =
      FieldDifference{{3, 2, 1}, double{0.1f}, double{std::nextafter(0.1f, 1.0f)}};
  EXPECT_THAT(summary_text(report), HasSubstr("FAILED: 7 points differ (262144 points after step "
                                              "100, against kokkos); first at [3, 2, 1]: 0.1, "
                                              "reference 0.10000001"));
}

TEST(Summary, GivesReasonsAndNoZerosForWhatWasNotMeasured) {
  const std::string text = summary_text(nothing_measured());
  for (const char* reason : {"no step was timed", "the field is too small", "one rank",
                             "not counted: sectors.count is none", "check.reference is none",
                             "no eigenmode", "hash skipped"}) {
    EXPECT_THAT(text, HasSubstr(reason));
  }
  EXPECT_THAT(text, Not(testing::ContainsRegex(" 0(\\.0+)? ([a-zA-Z]*B/s|s|%|Gpoint|K)")));
}

TEST(Checks, DoNotPassOnNothingOrOnNaN) {
  EXPECT_FALSE(ReferenceCheck{}.passed()) << "no point was compared";
  EXPECT_FALSE((EigenmodeCheck{std::numeric_limits<double>::quiet_NaN(), 1}.passed()));
}

TEST(RunJson, HasEveryNumberUnrounded) {
  RunReport report = sample_report();
  report.timing.step = statistics_of({1.0 / 3});
  const auto json = nlohmann::json::parse(run_json_text(report));
  EXPECT_EQ(json["schema_version"], report_schema_version);
  EXPECT_EQ(json["timing"]["seconds_per_step"]["median"].get<double>(), 1.0 / 3);
  EXPECT_EQ(json["versions"]["HDF5"], "1.10.8, parallel");
  EXPECT_EQ(json["input"]["grid"]["points"], nlohmann::json({64, 64, 64}));
  EXPECT_EQ(json["ranks"][1]["first"], nlohmann::json({0, 0, 32}));
  EXPECT_EQ(json["sectors"][1]["phase"], "shells");
  EXPECT_EQ(json["sectors"][1]["loads"], 40);
  EXPECT_EQ(json["checks"]["reference"]["passed"], true);
  EXPECT_EQ(json["checks"]["field_hash"], "0123456789abcdef");
  EXPECT_FALSE(json["checks"].contains("field_hash_reason"));
}

TEST(RunJson, IsNullWithAReasonForWhatWasNotMeasured) {
  const auto json = nlohmann::json::parse(run_json_text(nothing_measured()));
  EXPECT_TRUE(json["timing"]["seconds_per_step"].is_null());
  EXPECT_TRUE(json["timing"]["points_per_second"].is_null());
  EXPECT_EQ(json["timing"]["copy_bytes_per_second_reason"], "the field is too small");
  EXPECT_EQ(json["timing"]["halo_seconds_per_step_reason"], "one rank");
  EXPECT_TRUE(json["sectors"][0]["loads"].is_null());
  EXPECT_EQ(json["sectors"][0]["loads_reason"], "sectors.count is none");
  EXPECT_TRUE(json["checks"]["reference"].is_null());
  EXPECT_EQ(json["checks"]["eigenmode_reason"], "no eigenmode");
}

TEST(RunJson, SurvivesNumbersAndBytesThatJsonLacks) {
  RunReport report = sample_report();
  report.checks.eigenmode.value->max_error = std::numeric_limits<double>::quiet_NaN();
  report.timing.total = std::numeric_limits<double>::infinity();
  report.warnings = {"name with a byte \xff"};
  const auto json = nlohmann::json::parse(run_json_text(report));
  EXPECT_EQ(json["checks"]["eigenmode"]["max_error"], "nan");
  EXPECT_EQ(json["checks"]["eigenmode"]["passed"], false);
  EXPECT_EQ(json["timing"]["total_seconds"], "inf");
}

TEST(SectorsCsv, HasARowARankThatAddsUp) {
  EXPECT_THAT(
      lines_of(sectors_csv(sample_report())),
      ElementsAre(
          "rank,host,kernel,source,points,interior_loads,interior_stores,"
          "shells_loads,shells_stores,loads,stores,total,per_point,fewest,ratio,"
          "texture_sectors,surface_sectors,reason",
          "0,a,rotated,emulated,1100,300,200,40,20,340,220,560,0.509090909090909,280,2.0,0,0,",
          "1,\"b,c\",rotated,emulated,1100,300,200,40,20,340,220,560,0.509090909090909,280,2.0,"
          "0,0,"));
}

TEST(Report, GivesTexturesColumnsOfTheirOwnAndNoRatio) {
  RunReport report = sample_report();
  for (SectorRow& row : report.sectors) {
    row.count = Measured<SectorCount>::of({.texture_sectors = 70, .surface_sectors = 11});
  }
  EXPECT_THAT(lines_of(sectors_csv(report))[1],
              "0,a,rotated,emulated,1100,0,0,0,0,0,0,0,0.0,280,,140,22,");
  EXPECT_THAT(summary_text(report), HasSubstr("70               11  emulated"));
  const auto row = nlohmann::json::parse(run_json_text(report))["sectors"][0];
  EXPECT_EQ(row["texture_sectors"], 70);
  EXPECT_EQ(row["surface_sectors"], 11);
  EXPECT_THAT(summary_text(sample_report()), testing::Not(HasSubstr("texture")));
}

TEST(SectorsCsv, LeavesCellsEmptyThatWereNotCounted) {
  EXPECT_THAT(lines_of(sectors_csv(nothing_measured()))[1],
              "0,a,rotated,none,1100,,,,,,,,,280,,,,sectors.count is none");
  RunReport report = sample_report();
  report.sectors.clear();
  EXPECT_THAT(lines_of(sectors_csv(report))[1], "0,a,,none,0,,,,,,,,,0,,,,not counted");
}

}  // namespace
}  // namespace ministencil
