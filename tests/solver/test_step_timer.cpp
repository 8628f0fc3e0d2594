// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "solver/run_loop.hpp"
#include "solver/step_timer.hpp"

namespace ministencil {
namespace {

using testing::Each;
using testing::ElementsAre;

/// A clock that a test turns by hand.
class HandClock : public Stopwatch {
 public:
  explicit HandClock(double& now) : now_(now), moments_(StepTimer::slots()) {}
  void mark(int slot, Queue) override { moments_.at(slot) = now_; }
  double seconds(int from, int to) override { return moments_.at(to) - moments_.at(from); }

 private:
  double& now_;
  std::vector<double> moments_;
};

/// One step: 1 s to start the halo, 10 s interior, 2 s to finish it, 3 s shells.
void make_step(StepTimer& timer, double& now) {
  timer.at(StepEvent::began);
  now += 1;
  timer.at(StepEvent::halo_started);
  now += 10;
  timer.at(StepEvent::interior_swept);
  now += 2;
  timer.at(StepEvent::halo_finished);
  now += 3;
  timer.at(StepEvent::shells_swept);
}

TEST(StepTimer, TellsStepsFromExposedHalo) {
  double now = 0;
  StepTimer timer(std::make_unique<HandClock>(now), 0);
  make_step(timer, now);
  timer.finish();
  EXPECT_THAT(timer.steps(), ElementsAre(16));
  EXPECT_THAT(timer.exposed_halo(), ElementsAre(3));
}

TEST(StepTimer, LeavesWarmUpOut) {
  double now = 0;
  StepTimer timer(std::make_unique<HandClock>(now), 3);
  for (int step = 0; step < 3; ++step) {
    now += 100;  // between steps, which is nobody's time
    timer.at(StepEvent::began);
    now += 1000;
    timer.at(StepEvent::shells_swept);
  }
  make_step(timer, now);
  timer.finish();
  EXPECT_THAT(timer.steps(), ElementsAre(16));
}

TEST(StepTimer, KeepsEveryStepWhenSlotsAreUsedAgain) {
  double now = 0;
  StepTimer timer(std::make_unique<HandClock>(now), 0);
  for (int step = 0; step < 1000; ++step) make_step(timer, now);
  timer.finish();
  EXPECT_EQ(timer.steps().size(), 1000u);
  EXPECT_THAT(timer.steps(), Each(16));
}

TEST(SampleStore, StaysBoundedAndEvenlySpread) {
  SampleStore store;
  for (int i = 0; i < 1000000; ++i) store.add(i);
  EXPECT_LE(store.samples().size(), 65536u);
  EXPECT_GE(store.samples().size(), 30000u);
  const double stride = store.samples()[1] - store.samples()[0];
  for (std::size_t i = 1; i < store.samples().size(); ++i) {
    ASSERT_EQ(store.samples()[i] - store.samples()[i - 1], stride);
  }
}

TEST(WarmUp, IsATenthAndNeverEverything) {
  EXPECT_EQ(warm_up_steps(0), 0);
  EXPECT_EQ(warm_up_steps(1), 0);
  EXPECT_EQ(warm_up_steps(2), 1);
  EXPECT_EQ(warm_up_steps(30), 3);
  EXPECT_EQ(warm_up_steps(1000000), 5);
}

TEST(IsDue, AtMultiplesAndAtTheEnd) {
  EXPECT_TRUE(is_due(0, 50, 120, false));
  EXPECT_TRUE(is_due(100, 50, 120, false));
  EXPECT_FALSE(is_due(120, 50, 120, false));
  EXPECT_TRUE(is_due(120, 50, 120, true));
  EXPECT_FALSE(is_due(0, 0, 120, true)) << "never before the end";
}

}  // namespace
}  // namespace ministencil
