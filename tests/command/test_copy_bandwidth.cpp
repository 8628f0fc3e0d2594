// SPDX-License-Identifier: Apache-2.0
/// What ranks move together is not the sum of what each could move alone.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "backend/host_backend.hpp"
#include "command/measure.hpp"
#include "support/small_run.hpp"

namespace ministencil::testing_support {
namespace {

using std::chrono::milliseconds;

/// A rank that has to wait for a core, or for its turn on a GPU, and then takes 10 ms for a copy.
class TakesTurns : public HostBackend<float> {
 public:
  explicit TakesTurns(int place) : place_(place) {}
  std::string name() const override { return "takes turns"; }
  void sweep(Queue, const Sweep<float>&) override {}
  void copy(Queue, const float*, float*, Index) override {
    std::this_thread::sleep_for(place_ * milliseconds(10));
    std::this_thread::sleep_for(milliseconds(10));
  }
  /// The device's clock runs while its own rank's work does.
  std::unique_ptr<Stopwatch> make_stopwatch(int) override {
    struct OwnTurn : Stopwatch {
      void mark(int, Queue) override {}
      double seconds(int, int) override { return 0.010; }
    };
    return std::make_unique<OwnTurn>();
  }

 private:
  int place_;
};

double bandwidth(CopyClock clock) {
  const int ranks = size_of(MPI_COMM_WORLD), rank = rank_of(MPI_COMM_WORLD);
  const Domain domain{{8, 8, 4 * Index{ranks}}, all_faces(Boundary::fixed)};
  const SmallRun<float> run(MPI_COMM_WORLD, domain, {1, 1, ranks});
  TakesTurns backend(rank);
  HaloExchange<float> halo(
      backend, run.block, run.plan,
      std::make_unique<StagedTransport<float>>(MPI_COMM_WORLD, backend, run.block, run.plan));
  HeatSolver<float> solver(backend, halo, run.layout, run.block,
                           make_coefficients<float>(0.1, {1, 1, 1}), Overlap::off,
                           std::vector<float>(static_cast<std::size_t>(run.owned.points())));
  double bytes = 2 * static_cast<double>(solver.bytes_a_field());
  MPI_Allreduce(MPI_IN_PLACE, &bytes, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  return copy_bandwidth<float>(MPI_COMM_WORLD, backend, solver, clock) / bytes;  // copies a second
}

TEST(CopyBandwidth, OfRanksThatTakeTurnsIsHeldAgainstTheTimeThatAllNeed) {
  EXPECT_LE(bandwidth(CopyClock::host), 1 / (0.010 * size_of(MPI_COMM_WORLD)));
}

TEST(CopyBandwidth, OfRanksWithDevicesOfTheirOwnIsThatOfTheSlowest) {
  EXPECT_DOUBLE_EQ(bandwidth(CopyClock::device), 1 / 0.010);
}

TEST(CopyClock, IsTheDevicesOnlyForRanksThatHaveAGpuToThemselves) {
  Machine machine;
  machine.backend.kind = BackendKind::emulator;
  EXPECT_EQ(copy_clock_for(machine), CopyClock::host);
  machine.backend.kind = BackendKind::cuda;
  EXPECT_EQ(copy_clock_for(machine), CopyClock::device);
  machine.sharing = 2;
  EXPECT_EQ(copy_clock_for(machine), CopyClock::host);
}

}  // namespace
}  // namespace ministencil::testing_support
