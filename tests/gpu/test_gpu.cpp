// SPDX-License-Identifier: Apache-2.0
/// What only a GPU can show: every kernel's bits, and counts, on the device. Runs on 8 ranks, which
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

/// The published block and one that divides nothing.
std::vector<BlockShape> blocks_for(const Kernel& kernel) {
  if (kernel.description.dimensions == 2) {
    if (kernel.description.marches) return {{256, 1, 1}, {40, 1, 1}};
    if (kernel.description.textures) return {{16, 16, 1}, {10, 7, 1}};
    return {{32, 8, 1}, {24, 5, 1}};
  }
  if (!kernel.description.marches) return {{8, 8, 8}, {12, 6, 5}};
  if (kernel.description.textures) return {{32, 16, 1}, {6, 22, 1}};  // quads that span rows
  if (kernel.description.threads == Threads::on_inputs) return {{32, 16, 1}, {24, 11, 1}};
  return {{32, 16, 1}, {24, 5, 1}};
}

template <class T>
KernelChoice launch_of(const Kernel& kernel, const BlockShape& block, Index chunk, int order) {
  return choose_launch(kernel, &block, !kernel.description.marches ? nullptr : &chunk, sizeof(T),
                       order);
}

template <class T>
void expect_the_oracle(Index3 points, const Boundaries& boundaries,
                       const std::array<double, axes>& spacing, int order = 2) {
  constexpr Index steps = 3;
  const auto coefficients = make_coefficients<T>(0.1, spacing, order);
  const Domain domain{points, boundaries, radius_of(order)};
  const int dimensions = domain.dimensions();
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
                               {4, 1, 1},
                               {3, 2, 1},
                               {2, 2, 2}}) {
    if (points.x / grid[0] < domain.least_share(0) || points.y / grid[1] < domain.least_share(1) ||
        points.z / grid[2] < domain.least_share(2)) {
      continue;
    }
    const Groups groups(MPI_COMM_WORLD, grid[0] * grid[1] * grid[2]);
    if (!groups.takes(0)) continue;
    for (const Kernel& kernel : kernel_catalogue(dimensions)) {
      if (!kernel.description.takes(order, precision_of<T>)) continue;
      for (const BlockShape& block : blocks_for(kernel)) {
        const auto backend =
            make_backend<T>(BackendKind::cuda, kernel, launch_of<T>(kernel, block, 7, order));
        for (const Overlap overlap : {Overlap::off, Overlap::on}) {
          const SmallRun<T> run(groups.get(), domain, grid);
          const std::vector<T> values = run.run(*backend, coefficients, overlap, initial, steps);
          const std::vector<T> mine = oracle_cut(points, expected, run.owned);
          ASSERT_EQ(std::memcmp(values.data(), mine.data(), values.size() * sizeof(T)), 0)
              << kernel.name << " on " << grid[0] << " x " << grid[1] << " x " << grid[2]
              << " ranks, block " << text_of(block);
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

TEST_F(Gpu, GivesTheOraclesBitsOn2DGrids) {
  for (const int order : {2, 8})
    for (const Index3 points : {Index3{257, 33, 1}, {64, 48, 1}, {17, 13, 1}})
      for (const Boundaries& boundaries : sample_boundaries())
        for (const std::array<double, axes> spacing :
             {std::array<double, axes>{1, 1, no_spacing}, {1.0, 1.5, no_spacing}}) {
          expect_the_oracle<float>(points, without_z(boundaries), spacing, order);
          expect_the_oracle<double>(points, without_z(boundaries), spacing, order);
        }
}

/// A launch over a whole grid.
struct CountCase {
  const Kernel& kernel;
  Index3 points;
  BlockShape block;
  Index chunks;  // along z, for kernels that walk
  CountLayout layout = CountLayout::packed;
  int order = 2;
  Index misalignment = 0;  // elements before the first point of either field

  /// Planes that blocks walk, or rows.
  Index marched() const { return kernel.description.dimensions == 2 ? points.y : points.z; }

  template <class T>
  CountRequest request() const {
    return {.kernel = kernel,
            .points = points,
            .launch = launch_of<T>(kernel, block, chunk_of(marched(), chunks), order),
            .precision = precision_of<T>,
            .layout = layout};
  }
};

std::string text_of(const GpuCounts& c) {
  return std::to_string(c.loads) + " + " + std::to_string(c.stores) +
         " sectors; through textures and surfaces " + std::to_string(c.texture_sectors) + " + " +
         std::to_string(c.surface_sectors);
}

std::string text_of(const SectorCounts& c) {
  return text_of(GpuCounts{.loads = c.loads,
                           .stores = c.stores,
                           .texture_sectors = c.texture.read_sectors,
                           .surface_sectors = c.texture.write_sectors});
}

/// Counted by the GPU and by the emulator.
template <class T>
void expect_equal_counts(const CountCase& c) {
  if (!c.kernel.description.takes(c.order, precision_of<T>)) return;
  const CountRequest request = c.request<T>();
  CountTask task = make_count_task(request);
  task.layout.origin += c.misalignment;
  task.layout.elements += c.misalignment;
  const auto backend = make_backend<T>(BackendKind::cuda, c.kernel, request.launch);
  const Allocation<T> in = backend->allocate_field(task.layout);
  const Allocation<T> out = backend->allocate_field(task.layout);
  const bool flat = c.kernel.description.dimensions == 2;
  const auto coefficients = make_coefficients<T>(0.1, {1, 1, flat ? no_spacing : 1}, c.order);
  GpuCounters counters;
  const GpuCounts counted = counters.count([&] {
    backend->sweep(Queue::compute, {in.get() + task.layout.origin, out.get() + task.layout.origin,
                                    task.block, task.box, coefficients});
    backend->wait(Queue::compute);
  });
  const SectorCounts emulated = count_sampled(task);
  const Index3& p = c.points;
  EXPECT_EQ(text_of(counted), text_of(emulated))
      << c.kernel.name << ", " << name_of(request.precision) << ", order " << c.order << ", " << p.x
      << " x " << p.y << " x " << p.z << ", chunk " << request.launch.chunk << ", block "
      << text_of(c.block) << ", " << c.misalignment << " elements misaligned";
  EXPECT_EQ(counted.loads == 0, c.kernel.description.textures) << c.kernel.name;
}

/// A test for each kernel, so that one can be asked for by name.
class GpuCountsOf : public testing::TestWithParam<Kernel> {
 protected:
  void SetUp() override {
    // One process holds the counters.
    if (rank_of(MPI_COMM_WORLD) != 0) GTEST_SKIP() << "rank 0 counts";
    if (visible_devices().empty()) GTEST_SKIP() << "no GPU is visible";
    use_device(0);
  }
};

class GpuCountsOf3D : public GpuCountsOf {};
class GpuCountsOf2D : public GpuCountsOf {};

std::string name_of_test(const testing::TestParamInfo<Kernel>& info) { return info.param.name; }
std::vector<Kernel> kernels(int dimensions) {
  const auto all = kernel_catalogue(dimensions);
  return {all.begin(), all.end()};
}
INSTANTIATE_TEST_SUITE_P(Kernels, GpuCountsOf3D, testing::ValuesIn(kernels(3)), name_of_test);
INSTANTIATE_TEST_SUITE_P(Kernels, GpuCountsOf2D, testing::ValuesIn(kernels(2)), name_of_test);

TEST_P(GpuCountsOf3D, EqualTheEmulatorsOnThePublishedGrid) {
  const Kernel& kernel = GetParam();
  for (const Index chunks : {3, 4, 8, 16})
    expect_equal_counts<float>({kernel, {256, 256, 256}, blocks_for(kernel)[0], chunks});
}

TEST_P(GpuCountsOf3D, EqualTheEmulatorsOnRaggedAndMisalignedGrids) {
  const Kernel& kernel = GetParam();
  for (const Index3 points : {Index3{257, 130, 65}, {33, 33, 33}, {64, 64, 64}})
    for (const CountLayout layout : {CountLayout::packed, CountLayout::application})
      for (const BlockShape& block : blocks_for(kernel)) {
        expect_equal_counts<float>({kernel, points, block, 3, layout});
        expect_equal_counts<double>({kernel, points, block, 3, layout});
        if (layout == CountLayout::packed) {
          expect_equal_counts<float>({kernel, points, block, 3, layout, 2, 3});
          expect_equal_counts<double>({kernel, points, block, 3, layout, 2, 1});
        }
      }
}

TEST_P(GpuCountsOf2D, EqualTheEmulators) {
  const Kernel& kernel = GetParam();
  for (const int order : {2, 8})
    for (const Index3 points : {Index3{4096, 4096, 1}, {257, 257, 1}, {33, 33, 1}, {300, 65, 1}})
      for (const BlockShape& block : blocks_for(kernel))
        for (const CountLayout layout : {CountLayout::packed, CountLayout::application}) {
          const Index misalignment = layout == CountLayout::packed && points.x < 4096 ? 3 : 0;
          const CountCase c{kernel, points, block, 16, layout, order, misalignment};
          expect_equal_counts<float>(c);
          expect_equal_counts<double>(c);
        }
}

TEST_P(GpuCountsOf3D, EqualTheEmulatorsAtHigherOrders) {
  const Kernel& kernel = GetParam();
  for (const int order : {4, 6, 8})
    for (const Index3 points : {Index3{256, 256, 256}, {257, 130, 65}, {33, 33, 33}})
      for (const CountLayout layout : {CountLayout::packed, CountLayout::application}) {
        const CountCase c{kernel, points, blocks_for(kernel)[0], 4, layout, order};
        expect_equal_counts<float>(c);
        expect_equal_counts<double>(c);
      }
}

}  // namespace
}  // namespace ministencil::testing_support
