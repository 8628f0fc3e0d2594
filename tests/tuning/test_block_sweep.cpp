// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "tuning/sample_tuning.hpp"
#include "tuning/tuning_text.hpp"

namespace ministencil {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TEST(Ranking, PutsTheLeastFirstAndLeavesOutWhatHasNoFigure) {
  const BlockSweep sweep{"naive",
                         {timed({8, 8, 1}, 3e-3), impossible({64, 64, 1}, "too many"),
                          timed({32, 8, 1}, 1e-3), counted({4, 4, 1}, 7), timed({4, 8, 1}, 2e-3)}};
  EXPECT_THAT(ranking(sweep, RankedBy::seconds), ElementsAre(2, 4, 0));
  EXPECT_THAT(ranking(sweep, RankedBy::sectors), ElementsAre(3));
  EXPECT_THAT(places(sweep, RankedBy::seconds), ElementsAre(3, 0, 1, 0, 2));
}

TEST(Ranking, OfEqualsPrefersTheDefaultThenMoreThreadsThenTheFirst) {
  BlockSweep sweep{"naive",
                   {counted({4, 4, 1}, 7), counted({8, 8, 1}, 7), counted({16, 4, 1}, 7),
                    counted({2, 4, 1}, 7)}};
  EXPECT_THAT(ranking(sweep, RankedBy::sectors), ElementsAre(1, 2, 0, 3));
  sweep.trials[3].launch.is_default = true;
  EXPECT_THAT(ranking(sweep, RankedBy::sectors), ElementsAre(3, 1, 2, 0));
}

TEST(Ranking, OfNothingIsEmpty) {
  const BlockSweep sweep{"naive", {impossible({64, 64, 1}, "too many")}};
  EXPECT_THAT(ranking(sweep, RankedBy::seconds), IsEmpty());
}

TEST(Hashes, NameTheFirstLaunchThatChangesTheField) {
  BlockSweep sweep{"naive",
                   {impossible({64, 64, 1}, "too many"), counted({4, 4, 1}, 7),
                    counted({8, 8, 1}, 7), counted({16, 4, 1}, 7)}};
  EXPECT_EQ(first_of_other_hash(sweep), nullptr);
  sweep.trials[2].hash = 0xbeef;
  EXPECT_EQ(first_of_other_hash(sweep), &sweep.trials[2]);
}

Tuning probe_tuning(Probe probe) {
  Tuning tuning;
  tuning.probe = probe;
  tuning.points = 4096;
  tuning.device = "A chip";
  tuning.sweeps = {
      {std::string(name_of(probe)),
       {timed({16, 8, 1}, 1e-3), timed({4, 4, 1}, 2e-3),
        impossible({64, 64, 1}, "too many threads"), impossible({48, 64, 1}, "too many threads")}}};
  return tuning;
}

TEST(TuningText, ShowsTheBestFewAndTheDefaultsPlace) {
  Tuning tuning = probe_tuning(Probe::copy);
  auto& trials = tuning.sweeps[0].trials;
  for (int height = 5; height < 15; ++height)
    trials.push_back(timed({9, height, 1}, 1e-2 * height));
  trials.back().launch.is_default = true;
  const std::string text = tuning_text(tuning);
  EXPECT_THAT(text, AllOf(HasSubstr("    1  16 x 8"), HasSubstr("    2  4 x 4"),
                          HasSubstr("   12  9 x 14"), HasSubstr("14000.0 %  the default")));
  EXPECT_THAT(text, Not(HasSubstr("9 x 13")));
}

TEST(TuningText, GathersImpossibleBlocksByTheirLimit) {
  EXPECT_THAT(tuning_text(probe_tuning(Probe::copy)),
              HasSubstr("  too many threads: 64 x 64, 48 x 64\n"));
}

TEST(TuningText, PutsThisChipBesideThePublishedOnes) {
  const std::string text = tuning_text(probe_tuning(Probe::texture_read));
  for (const char* words : {"A chip", "1 TB/s", "RTX 3060", "290 GB/s", "GTX 280", "35.7 GB/s",
                            "Tesla M2050", "35.4 GB/s"}) {
    EXPECT_THAT(text, HasSubstr(words));
  }
  EXPECT_THAT(tuning_text(probe_tuning(Probe::surface_fill)), HasSubstr("342 GB/s"));
  EXPECT_THAT(tuning_text(probe_tuning(Probe::copy)), Not(HasSubstr("published")));
}

TEST(TuningText, SaysTheShareOfWhatAProbeIsHeldAgainst) {
  Tuning tuning = probe_tuning(Probe::texture_read);
  tuning.sweeps.push_back({"global_read", {timed({32, 4, 1}, 8e-4)}});
  EXPECT_THAT(tuning_text(tuning), HasSubstr("texture_read: 80.0 % of global_read's best"));
}

}  // namespace
}  // namespace ministencil
