// SPDX-License-Identifier: Apache-2.0
/// What only a GPU can show: every kernel's bits, and counts, on the device. Runs on 4 ranks, which
/// may share one; skipped where there is none.
#include <gmock/gmock.h>

#include <cstring>

#include "backend/devices.hpp"
#include "profile/gpu_counters.hpp"
#include "sectors/count.hpp"
#include "support/mpi_groups.hpp"
#include "support/samples.hpp"
#include "support/small_run.hpp"

namespace ministencil::testing_support {
namespace {

class Gpu : public testing::Test {
 protected:
  void SetUp() override {
    if (visible_devices().empty()) GTEST_SKIP() << "no GPU is visible";
    use_device(0);
  }
};

template <class T>
void expect_the_oracle(Index3 points, const Boundaries& boundaries,
                       const std::array<double, axes>& spacing, int order = 2) {
  constexpr Index steps = 3;
  const auto coefficients = make_coefficients<T>(0.1, spacing, order);
  const Domain domain{points, boundaries, radius_of(order)};
  const std::vector<T> initial = random_field<T>(points);
  const std::vector<T> expected = oracle_run(points, boundaries, coefficients, initial, steps);
  for (const RankGrid& grid : {RankGrid{1, 1, 1},
                               {2, 1, 1},
                               {1, 2, 1},
                               {1, 1, 2},
                               {3, 1, 1},
                               {1, 1, 3},
                               {2, 2, 1},
                               {1, 2, 2},
                               {4, 1, 1}}) {
    if (points.x / grid[0] < domain.radius || points.y / grid[1] < domain.radius ||
        points.z / grid[2] < domain.radius) {
      continue;
    }
    const Groups groups(MPI_COMM_WORLD, grid[0] * grid[1] * grid[2]);
    if (!groups.takes(0)) continue;
    for (const Kernel& kernel : kernel_catalogue()) {
      if (!kernel.description.takes(order, precision_of<T>)) continue;
      for (const BlockShape block : {BlockShape{32, 16, 1}, {16, 4, 1}}) {
        const Index chunk = 7;
        const auto backend = make_backend<T>(
            BackendKind::cuda, kernel, choose_launch(kernel, &block, &chunk, sizeof(T), order));
        for (const Overlap overlap : {Overlap::off, Overlap::on}) {
          const SmallRun<T> run(groups.get(), domain, grid);
          const std::vector<T> values = run.run(*backend, coefficients, overlap, initial, steps);
          const std::vector<T> mine = oracle_cut(points, expected, run.owned);
          ASSERT_EQ(std::memcmp(values.data(), mine.data(), values.size() * sizeof(T)), 0)
              << kernel.name << " on " << grid[0] << " x " << grid[1] << " x " << grid[2]
              << " ranks, block " << block.x << " x " << block.y;
        }
      }
    }
  }
}

TEST_F(Gpu, GivesTheOraclesBitsOnEveryGridBoundaryAndDecomposition) {
  for (const Index3 points : {Index3{64, 48, 40}, {17, 13, 11}, {5, 6, 3}})
    for (const Boundaries& boundaries : sample_boundaries())
      for (const std::array<double, axes> spacing :
           {std::array<double, axes>{1, 1, 1}, {1.0, 1.5, 0.7}}) {
        expect_the_oracle<float>(points, boundaries, spacing);
        expect_the_oracle<double>(points, boundaries, spacing);
      }
}

TEST_F(Gpu, GivesTheOraclesBitsAtHigherOrders) {
  for (const int order : {4, 6, 8})
    for (const Boundaries& boundaries : sample_boundaries())
      for (const std::array<double, axes> spacing :
           {std::array<double, axes>{1, 1, 1}, {1.0, 1.5, 0.7}}) {
        expect_the_oracle<float>({17, 13, 11}, boundaries, spacing, order);
        expect_the_oracle<double>({17, 13, 11}, boundaries, spacing, order);
      }
}

/// One launch over the whole grid, counted by the GPU and by the emulator. `misalignment` elements
/// lie before the first point of either field.
template <class T>
void expect_equal_counts(CountRequest request, Index misalignment) {
  request.precision = precision_of<T>;
  CountTask task = make_count_task(request);
  task.layout.origin += misalignment;
  task.layout.elements += misalignment;
  const auto backend = make_backend<T>(
      BackendKind::cuda, request.kernel,
      {request.kernel.name, request.threads, request.chunk, radius_of(request.order)});
  const Index elements = task.layout.elements;
  const Allocation<T> in = backend->allocate(elements), out = backend->allocate(elements);
  const auto coefficients = make_coefficients<T>(0.1, {1, 1, 1}, request.order);
  GpuCounters counters;
  const GpuCounts counted = counters.count([&] {
    backend->sweep(Queue::compute, {in.get() + task.layout.origin, out.get() + task.layout.origin,
                                    task.block, task.box, coefficients});
    backend->wait(Queue::compute);
  });
  const SectorCounts emulated = count_sampled(task);
  const Index3& p = request.points;
  EXPECT_TRUE(counted.loads == emulated.loads && counted.stores == emulated.stores)
      << request.kernel.name << ", " << name_of(request.precision) << ", order " << request.order
      << ", " << p.x << " x " << p.y << " x " << p.z << ", chunk " << request.chunk << ", block "
      << request.threads.x << " x " << request.threads.y << ", " << misalignment
      << " elements misaligned: the GPU counts " << counted.loads << " + " << counted.stores
      << ", the emulator " << emulated.loads << " + " << emulated.stores;
}

class GpuCountsTest : public Gpu {
 protected:
  void SetUp() override {
    // One process holds the counters.
    if (rank_of(MPI_COMM_WORLD) != 0) GTEST_SKIP() << "rank 0 counts";
    Gpu::SetUp();
  }
};

TEST_F(GpuCountsTest, EqualTheEmulatorsOnThePublishedGrid) {
  for (const Kernel& kernel : kernel_catalogue())
    for (const Index chunks : {3, 4, 8, 16})
      expect_equal_counts<float>({.kernel = kernel,
                                  .points = {256, 256, 256},
                                  .threads = {32, 16, 1},
                                  .chunk = chunk_of(256, chunks)},
                                 0);
}

TEST_F(GpuCountsTest, EqualTheEmulatorsOnRaggedAndMisalignedGrids) {
  for (const Kernel& kernel : kernel_catalogue())
    for (const Index3 points : {Index3{257, 130, 65}, {33, 33, 33}, {64, 64, 64}})
      for (const CountLayout layout : {CountLayout::packed, CountLayout::application})
        for (const BlockShape block : {BlockShape{32, 16, 1}, {24, 5, 1}}) {
          const CountRequest request{.kernel = kernel,
                                     .points = points,
                                     .threads = block,
                                     .chunk = chunk_of(points.z, 3),
                                     .layout = layout};
          expect_equal_counts<float>(request, 0);
          expect_equal_counts<double>(request, 0);
          if (layout == CountLayout::packed) {
            expect_equal_counts<float>(request, 3);
            expect_equal_counts<double>(request, 1);
          }
        }
}

TEST_F(GpuCountsTest, EqualTheEmulatorsAtHigherOrders) {
  for (const Kernel& kernel : kernel_catalogue())
    for (const int order : {4, 6, 8})
      for (const Index3 points : {Index3{256, 256, 256}, {257, 130, 65}, {33, 33, 33}})
        for (const CountLayout layout : {CountLayout::packed, CountLayout::application}) {
          const CountRequest request{.kernel = kernel,
                                     .points = points,
                                     .threads = {32, 16, 1},
                                     .chunk = chunk_of(points.z, 4),
                                     .layout = layout,
                                     .order = order};
          if (kernel.description.takes(order, Precision::float32)) {
            expect_equal_counts<float>(request, 0);
          }
          if (kernel.description.takes(order, Precision::float64)) {
            expect_equal_counts<double>(request, 0);
          }
        }
}

}  // namespace
}  // namespace ministencil::testing_support
