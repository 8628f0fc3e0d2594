// SPDX-License-Identifier: Apache-2.0
/// What was asked for happens, in the order that overlap needs; what is broken is found.
#include <gmock/gmock.h>

#include <functional>
#include <string>

#include "backend/emulator_backend.hpp"
#include "reference/reference.hpp"
#include "reference/session.hpp"
#include "support/mpi_groups.hpp"
#include "support/small_run.hpp"

namespace ministencil::testing_support {
namespace {

using testing::ElementsAre;

/// Writes down what the solver asks for, and does it.
class Recorder : public EmulatorBackend<double> {
 public:
  Recorder() : EmulatorBackend<double>(find_kernel("naive"), {"naive", {8, 4, 1}, 64}) {}
  void pack(Queue queue, const double* field, const LocalBlock& block, const Box& box,
            double* host) override {
    calls.push_back("pack");
    packed += box.points();
    EmulatorBackend<double>::pack(queue, field, block, box, host);
  }
  void unpack(Queue queue, double* field, const LocalBlock& block, const Box& box,
              const double* host) override {
    calls.push_back("unpack");
    EmulatorBackend<double>::unpack(queue, field, block, box, host);
  }
  void sweep(Queue queue, const Sweep<double>& sweep) override {
    calls.push_back("sweep " + std::to_string(sweep.box.points()));
    EmulatorBackend<double>::sweep(queue, sweep);
  }
  std::vector<std::string> calls;
  Index packed = 0;
};

std::vector<double> ramp(Index points) {
  std::vector<double> values(points);
  for (Index i = 0; i < points; ++i) values[i] = 0.37 * static_cast<double>(i * i % 101);
  return values;
}

const Domain slabs{{4, 5, 16}, all_faces(Boundary::periodic)};

TEST(HeatSolver, SweepsTheInteriorBetweenSendingAndReceiving) {
  const SmallRun<double> run(MPI_COMM_WORLD, slabs, {1, 1, 8});
  Recorder backend;
  run.run(backend, make_coefficients<double>(0.1, {1, 1, 1}), Overlap::on, ramp(4 * 5 * 16), 1);
  // The first unpack brings the initial field in, the last pack takes the result out.
  EXPECT_THAT(backend.calls, ElementsAre("unpack", "pack", "pack", "unpack", "unpack", "sweep 20",
                                         "sweep 20", "pack"))
      << "two planes a rank: no interior";
}

TEST(HeatSolver, SweepsInteriorThenShellsOfAThickerSlab) {
  const Groups groups(MPI_COMM_WORLD, 4);
  const SmallRun<double> run(groups.get(), slabs, {1, 1, 4});
  Recorder backend;
  run.run(backend, make_coefficients<double>(0.1, {1, 1, 1}), Overlap::on, ramp(4 * 5 * 16), 1);
  EXPECT_THAT(backend.calls, ElementsAre("unpack", "pack", "pack", "sweep 40", "unpack", "unpack",
                                         "sweep 20", "sweep 20", "pack"));
  EXPECT_EQ(backend.packed, 2 * 20 + 4 * 20) << "two faces, and the result";
}

TEST(HeatSolver, SweepsShellsAsThickAsTheRadius) {
  const Groups groups(MPI_COMM_WORLD, 4);
  const SmallRun<double> run(groups.get(), {{4, 5, 24}, all_faces(Boundary::periodic), 2},
                             {1, 1, 4});
  Recorder backend;
  run.run(backend, make_coefficients<double>(0.1, {1, 1, 1}, 4), Overlap::on, ramp(4 * 5 * 24), 1);
  EXPECT_THAT(backend.calls, ElementsAre("unpack", "pack", "pack", "sweep 40", "unpack", "unpack",
                                         "sweep 40", "sweep 40", "pack"))
      << "six planes a rank, two at either face";
}

TEST(HeatSolver, SweepsOnceAfterReceivingWithoutOverlap) {
  const Groups groups(MPI_COMM_WORLD, 4);
  const SmallRun<double> run(groups.get(), slabs, {1, 1, 4});
  Recorder backend;
  run.run(backend, make_coefficients<double>(0.1, {1, 1, 1}), Overlap::off, ramp(4 * 5 * 16), 1);
  EXPECT_THAT(backend.calls,
              ElementsAre("unpack", "pack", "pack", "unpack", "unpack", "sweep 80", "pack"));
}

TEST(HeatSolver, TellsObserversTheMomentsOfAStepInOrder) {
  struct Listener : StepObserver {
    void at(StepEvent event) override { events.push_back(event); }
    std::vector<StepEvent> events;
  } listener;
  const Groups groups(MPI_COMM_WORLD, 1);
  Recorder backend;
  SmallRun<double>(groups.get(), slabs, {1, 1, 1})
      .run(backend, make_coefficients<double>(0.1, {1, 1, 1}), Overlap::on, ramp(4 * 5 * 16), 1,
           &listener);
  EXPECT_THAT(listener.events,
              ElementsAre(StepEvent::began, StepEvent::halo_started, StepEvent::interior_swept,
                          StepEvent::halo_finished, StepEvent::shells_swept));
}

/// Breaks something on purpose and expects the reference to differ.
class Broken : public testing::Test {
 protected:
  static constexpr Index steps = 3;

  template <class Change>
  Comparison<double> compare_after(Change&& change, Backend<double>& backend) {
    SmallRun<double> run(MPI_COMM_WORLD, domain_, {2, 2, 2});
    change(run.plan);
    const std::vector<double> initial = ramp(domain_.points.product());
    const std::vector<double> values = run.run(backend, coefficients_, Overlap::on, initial, steps);
    Reference<double> reference(MPI_COMM_WORLD, run.decomposition, coefficients_,
                                oracle_cut(domain_.points, initial, run.owned));
    reference.advance(steps);
    return reference.compare(values.data());
  }

  KokkosSession kokkos_;
  Domain domain_{{9, 10, 11}, all_faces(Boundary::periodic)};
  Coefficients<double> coefficients_ = make_coefficients<double>(0.1, {1, 1, 1});
};

TEST_F(Broken, NothingIsAndTheReferenceAgrees) {
  Recorder backend;
  EXPECT_TRUE(compare_after([](HaloPlan&) {}, backend).equal());
}

TEST_F(Broken, FaceNotExchangedIsFound) {
  Recorder backend;
  const auto drop_one_axis = [](HaloPlan& plan) {
    std::erase_if(plan.messages, [](const Message& m) { return m.send_tag / 2 == 1; });
  };
  EXPECT_FALSE(compare_after(drop_one_axis, backend).equal());
}

TEST_F(Broken, FacesSwappedAreFound) {
  Recorder backend;
  const auto swap_x = [](HaloPlan& plan) {
    std::swap(plan.messages[0].received, plan.messages[1].received);
  };
  EXPECT_FALSE(compare_after(swap_x, backend).equal());
}

/// A backend whose sweep is wrong in a way that a kernel could be.
class WrongSweep : public EmulatorBackend<double> {
 public:
  using Wrong = std::function<void(EmulatorBackend<double>&, Queue, const Sweep<double>&)>;
  explicit WrongSweep(Wrong wrong)
      : EmulatorBackend<double>(find_kernel("naive"), {"naive", {8, 4, 1}, 64}),
        wrong_(std::move(wrong)) {}
  void sweep(Queue queue, const Sweep<double>& sweep) override { wrong_(*this, queue, sweep); }

 private:
  Wrong wrong_;
};

TEST_F(Broken, KernelThatDoesNothingIsFound) {
  WrongSweep backend([](auto&, Queue, const Sweep<double>&) {});
  EXPECT_FALSE(compare_after([](HaloPlan&) {}, backend).equal());
}

TEST_F(Broken, LastPlaneSkippedIsFound) {
  WrongSweep backend([](EmulatorBackend<double>& right, Queue queue, const Sweep<double>& sweep) {
    Sweep<double> shorter = sweep;
    shorter.box.last.z -= 1;
    if (!shorter.box.empty()) right.EmulatorBackend<double>::sweep(queue, shorter);
  });
  EXPECT_FALSE(compare_after([](HaloPlan&) {}, backend).equal());
}

TEST_F(Broken, WindowRotatedWronglyIsFound) {
  // What a window that lags by a plane computes: the plane before, at this one's place.
  WrongSweep backend([](EmulatorBackend<double>& right, Queue queue, const Sweep<double>& sweep) {
    Sweep<double> lagging = sweep;
    lagging.in -= sweep.block.plane;
    right.EmulatorBackend<double>::sweep(queue, lagging);
  });
  EXPECT_FALSE(compare_after([](HaloPlan&) {}, backend).equal());
}

}  // namespace
}  // namespace ministencil::testing_support
