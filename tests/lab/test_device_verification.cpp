// SPDX-License-Identifier: Apache-2.0
/// Trials on a device, for which the emulator stands in: what is wrong there only is caught, too.
#include <gmock/gmock.h>

#include "catalogue/emulate.hpp"
#include "core/error.hpp"
#include "lab/device_verification.hpp"
#include "workbench.hpp"

namespace ministencil {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// Runs trials in the emulator, and then does what the test says to the output.
class StandIn : public TrialDevice {
 public:
  std::function<void(int run, float* out, Index origin)> spoil = [](int, float*, Index) {};
  int idle_run = -1;  // in which nothing is stored
  int runs = 0;

  void run(const LabTrial& trial, const Coefficients<float>& coefficients,
           const TrialMemory<float>& in, const TrialMemory<float>& out) override {
    if (runs != idle_run) step(trial, coefficients, in, out);
    spoil(runs++, out.first, out.origin);
  }
  void run(const LabTrial& trial, const Coefficients<double>& coefficients,
           const TrialMemory<double>& in, const TrialMemory<double>& out) override {
    step(trial, coefficients, in, out);
    ++runs;
  }

 private:
  template <class T>
  void step(const LabTrial& trial, const Coefficients<T>& coefficients, const TrialMemory<T>& in,
            const TrialMemory<T>& out) {
    EXPECT_EQ(in.elements % trial_row, 0);
    for (const Launch& launch : launches_of(trial.task)) {
      emulator_.run(emulated_launch<T>(trial.task.kernel, trial.task.kernel.plain, launch,
                                       in.first + in.origin, out.first + out.origin, coefficients));
    }
  }

  Emulator emulator_;
};

Workbench square() { return {LAB_FOLDER "/plain/square_halo_tile.cu", 2, {32, 8}, {}}; }
void nothing(const DeviceVerification&, const std::string&) {}

TEST(DeviceVerification, PassesWhatIsRightAndRunsEveryTrialSeveralTimes) {
  const Workbench bench = square();
  StandIn device;
  std::vector<std::string> begun;
  const DeviceVerification v = verify_on(
      device, bench.subject(), 70,
      [&](const DeviceVerification&, const std::string& trial) { begun.push_back(trial); });
  EXPECT_TRUE(v.passed()) << v.verdict.text;
  const Trials trials = trials_of(bench.subject(), 70);
  const std::size_t count = trials.inspected.size() + trials.compared.size();
  EXPECT_EQ(v.results.size(), count);
  EXPECT_EQ(device.runs, static_cast<int>(count) * device_launches + 1);
  EXPECT_EQ(begun.size(), count + 1);
  EXPECT_EQ(begun.front(), text_of(trials.inspected.front()));
  ASSERT_TRUE(v.random);
  EXPECT_TRUE(v.random->is_rounding());
}

TEST(DeviceVerification, CatchesWhatIsWrongOnTheDeviceOnly) {
  const Workbench bench = square();
  StandIn device;
  device.spoil = [](int, float* out, Index origin) { out[origin + 3] += 1; };
  const DeviceVerification v = verify_on(device, bench.subject(), 70, nothing);
  EXPECT_FALSE(v.passed());
  EXPECT_EQ(v.results.front().comparison.wrong, 1);
  EXPECT_EQ(v.results.front().comparison.first->point, (Index3{3, 0, 0}));
}

TEST(DeviceVerification, CatchesAStoreBesideTheField) {
  const Workbench bench = square();
  StandIn device;
  device.spoil = [](int, float* out, Index origin) { out[origin - 700] = 1; };
  const DeviceVerification v = verify_on(device, bench.subject(), 70, nothing);
  EXPECT_EQ(v.verdict.reason, Reason::stray_store) << v.verdict.text;
  EXPECT_EQ(v.results.front().comparison.stray, -700);
}

TEST(DeviceVerification, CatchesALaunchThatDiffersFromTheOneBefore) {
  const Workbench bench = square();
  StandIn device;
  device.spoil = [](int run, float* out, Index origin) {
    if (run == device_launches - 1) out[origin + 5] += 1;
  };
  const DeviceVerification v = verify_on(device, bench.subject(), 70, nothing);
  EXPECT_EQ(v.verdict.reason, Reason::fault);
  EXPECT_THAT(v.verdict.text,
              AllOf(HasSubstr("1 elements differ from one launch"), HasSubstr("threads race")));
  EXPECT_EQ(v.results.front().comparison.wrong, 1);
}

TEST(DeviceVerification, PoisonsTheOutputBeforeEveryLaunch) {
  const Workbench bench = square();
  StandIn device;
  device.idle_run = device_launches - 1;
  const DeviceVerification v = verify_on(device, bench.subject(), 70, nothing);
  EXPECT_FALSE(v.passed());
  EXPECT_EQ(v.results.front().comparison.poisoned, v.results.front().comparison.points);
}

TEST(DeviceVerification, SaysWhichTrialStoppedTheDeviceAndLeavesTheOthersOut) {
  const Workbench bench = square();
  StandIn device;
  device.spoil = [](int run, float*, Index) {
    if (run == device_launches) throw MachineError("CUDA cannot go on: illegal address; look");
  };
  const DeviceVerification v = verify_on(device, bench.subject(), 70, nothing);
  const Trials trials = trials_of(bench.subject(), 70);
  EXPECT_EQ(v.results.size(), 1);
  EXPECT_THAT(v.verdict.text,
              AllOf(HasSubstr(text_of(trials.inspected[1])), HasSubstr("illegal address")));
  EXPECT_EQ(v.left_out.size(), trials.inspected.size() + trials.compared.size() - 1);
  EXPECT_FALSE(v.random);
}

}  // namespace
}  // namespace ministencil
