// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tuning/sample_tuning.hpp"
#include "tuning/tuning_files.hpp"

namespace ministencil {
namespace {

Tuning sample() {
  Tuning tuning;
  tuning.measure = RankedBy::sectors;
  tuning.program = "1.2.3";
  tuning.device = "CPU";
  tuning.input = Configuration{};
  tuning.tuned_for = TunedFor{};
  tuning.sweeps = {{"naive",
                    {counted({8, 4, 1}, 700), impossible({64, 64, 1}, "much, much \"too\" large"),
                     counted({16, 4, 1}, 600)}}};
  return tuning;
}

TEST(TuningCsv, HasARowATrialWithEmptyCellsForWhatWasNotMeasured) {
  EXPECT_EQ(tuning_csv(sample()),
            "subject,width,height,depth,chunk,threads,default,place,seconds_median,seconds_min,"
            "seconds_max,samples,bytes_per_second,sectors,hash,limit\n"
            "naive,8,4,1,8,32,false,2,,,,,,700,000000000000feed,\n"
            "naive,64,64,1,,4096,false,,,,,,,,,\"much, much \"\"too\"\" large\"\n"
            "naive,16,4,1,8,64,false,1,,,,,,600,000000000000feed,\n");
}

TEST(TuningCsv, WritesTimesWithAllTheirDigits) {
  Tuning tuning = sample();
  tuning.measure = RankedBy::seconds;
  tuning.sweeps = {{"copy", {timed({8, 4, 1}, 0.1 + 0.2)}}};
  EXPECT_THAT(tuning_csv(tuning),
              testing::HasSubstr(",1,0.30000000000000004,0.15000000000000002,"));
}

TEST(TuningJson, HasSchemaProvenanceUnitsAndReasons) {
  const auto json = nlohmann::json::parse(tuning_json_text(sample()));
  EXPECT_EQ(json.at("schema_version"), tuning_schema_version);
  EXPECT_EQ(json.at("program"), "1.2.3");
  EXPECT_EQ(json.at("ranked_by"), "sectors");
  EXPECT_EQ(json.at("units").at("sectors"), "32 bytes");
  EXPECT_EQ(json.at("input").at("kernel").at("name"), "rotated");
  EXPECT_EQ(json.at("stored_in"), nullptr);
  const auto& trial = json.at("trials").at(0);
  EXPECT_EQ(trial.at("seconds_median"), nullptr);
  EXPECT_EQ(trial.at("seconds_reason"), "times of the emulator mean nothing");
  EXPECT_EQ(json.at("trials").at(1).at("limit"), "much, much \"too\" large");
}

}  // namespace
}  // namespace ministencil
