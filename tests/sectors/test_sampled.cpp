// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <initializer_list>
#include <random>
#include <sstream>
#include <string>

#include "core/error.hpp"
#include "sectors/block_classes.hpp"
#include "sectors/count_task.hpp"

namespace ministencil {
namespace {

/// Values drawn for a task; one seed gives one sequence.
class Draw {
 public:
  explicit Draw(unsigned seed) : random_(seed) {}
  Index number(Index first, Index last) {
    return std::uniform_int_distribution<Index>(first, last)(random_);
  }
  template <class T>
  T one_of(std::initializer_list<T> values) {
    return values.begin()[number(0, static_cast<Index>(values.size()) - 1)];
  }

 private:
  std::mt19937 random_;
};

/// Faces with a halo or fixed, as halo_widths() and local_block() make them, or without any, as
/// make_count_task() does.
LocalBlock block_of(const FieldLayout& layout, int radius = 1, int dimensions = 3) {
  LocalBlock block{layout.owned_box(), layout.stored_box(), layout.owned_box(),
                   layout.pitch,       layout.plane,        radius};
  for (int axis = 0; axis < dimensions; ++axis) {
    block.inner.first[axis] += radius - layout.halo[axis][0];
    block.inner.last[axis] -= radius - layout.halo[axis][1];
  }
  return block;
}

/// The whole block, its interior, a shell one point thick, or any box.
Box draw_box(Draw& draw, const Box& owned, int dimensions) {
  Box box = owned;
  const Index kind = draw.number(0, 3);
  const int axis = static_cast<int>(draw.number(0, dimensions - 1));
  if (kind == 1) {
    for (int a = 0; a < dimensions; ++a) box.first[a] += 1, box.last[a] -= 1;
  } else if (kind == 2) {
    box.first[axis] = draw.number(0, owned.last[axis] - 1);
    box.last[axis] = box.first[axis] + 1;
  } else if (kind == 3) {
    for (int a = 0; a < dimensions; ++a) {
      box.first[a] = draw.number(0, owned.last[a] - 1);
      box.last[a] = draw.number(box.first[a] + 1, owned.last[a]);
    }
  }
  return box;
}

/// Any block and chunk that the kernel can be launched with.
KernelChoice draw_launch(Draw& draw, const Kernel& kernel, int element_bytes, int radius) {
  const bool flat = kernel.description.dimensions == 2, marches = kernel.description.marches;
  while (true) {
    BlockShape block = draw.one_of<BlockShape>(
        {{32, 16}, {32, 8}, {64, 4}, {16, 16}, {128, 2}, {8, 8}, {5, 7}, {33, 3}, {1, 40}});
    if (flat && marches) {
      block = draw.one_of<BlockShape>({{256, 1}, {64, 1}, {33, 1}, {8, 1}, {5, 1}});
    } else if (!flat && !marches) {
      block = draw.one_of<BlockShape>({{8, 8, 8}, {4, 4, 4}, {16, 8, 4}, {7, 6, 5}, {31, 4, 3}});
    }
    const Index chunk = draw.one_of<Index>({1, 2, 3, 5, 8, 13, 64});
    try {
      return choose_launch(kernel, &block, flat && !marches ? nullptr : &chunk, element_bytes,
                           order_of(radius));
    } catch (const InputError&) {
      continue;  // not with this kernel
    }
  }
}

CountTask draw_task(Draw& draw, const Kernel& kernel) {
  const int dimensions = kernel.description.dimensions;
  Index3 points{draw.number(1, 150), draw.number(1, 50), draw.number(1, 40)};
  if (dimensions == 2) points = {4 * points.x, points.y, 1};
  Precision precision = draw.one_of({Precision::float32, Precision::float64});
  if (!kernel.description.takes(precision)) precision = kernel.description.precisions[0];
  int radius = draw.one_of({1, 1, 1, 2, 3, 4});
  while (!kernel.description.takes(order_of(radius))) --radius;
  HaloWidths halo{};
  for (int axis = 0; axis < dimensions; ++axis) {
    halo[axis] = {radius - draw.number(0, 1), radius - draw.number(0, 1)};
  }
  const FieldLayout layout = draw.number(0, 1)
                                 ? packed_layout(points)
                                 : application_layout(points, halo, bytes_of(precision));
  const LocalBlock block = block_of(layout, radius, dimensions);
  return {.kernel = kernel,
          .launch = draw_launch(draw, kernel, bytes_of(precision), radius),
          .precision = precision,
          .weights = draw.one_of({Weights::equal, Weights::per_axis}),
          .layout = layout,
          .block = block,
          .box = draw_box(draw, block.owned, dimensions)};
}

std::string text_of(const CountTask& task) {
  const Index3 n = task.layout.owned, a = task.box.first, b = task.box.last;
  std::ostringstream text;
  text << task.kernel.name << " on " << n.x << " x " << n.y << " x " << n.z << ", pitch "
       << task.layout.pitch << ", box [" << a.x << ", " << b.x << ") x [" << a.y << ", " << b.y
       << ") x [" << a.z << ", " << b.z << "), block " << text_of(task.launch.block) << ", chunk "
       << task.launch.chunk << ", " << name_of(task.precision) << ", radius " << task.block.radius;
  return text.str();
}

TEST(SampledCount, EqualsFullEmulationOnRandomTasksOfEveryKernel) {
  Draw draw(1);
  Index counted = 0;
  for (int trial = 0; trial < 100; ++trial)
    for (const Kernel& kernel : kernel_catalogue()) {
      const CountTask task = draw_task(draw, kernel);
      const SectorCounts full = count_full(task);
      EXPECT_EQ(count_sampled(task), full) << text_of(task);
      counted += full.stores + full.texture.write_sectors > 0;
    }
  EXPECT_GT(counted, 500) << "almost all of them update something";
}

TEST(SampledCount, EqualsFullEmulationOnACubeAtEveryOrder) {
  for (const Kernel& kernel : kernel_catalogue(3))
    for (const int radius : {2, 3, 4}) {
      if (!kernel.description.takes(order_of(radius))) continue;
      const Index chunk = 10;
      const BlockShape block_shape{32, 12, 1};
      const bool deep = !kernel.description.marches;
      const FieldLayout layout = packed_layout({72, 40, 40});
      const LocalBlock block = block_of(layout, radius);
      const CountTask task{
          .kernel = kernel,
          .launch = choose_launch(kernel, deep ? nullptr : &block_shape, deep ? nullptr : &chunk,
                                  sizeof(float), order_of(radius)),
          .precision = Precision::float32,
          .layout = layout,
          .block = block,
          .box = block.owned};
      EXPECT_EQ(count_sampled(task), count_full(task)) << text_of(task);
    }
}

void expect_same_lines(const Findings& sampled, const Findings& full) {
  ASSERT_EQ(sampled.lines.size(), full.lines.size());
  for (std::size_t i = 0; i < full.lines.size(); ++i) {
    EXPECT_EQ(sampled.lines[i].where, full.lines[i].where);
    EXPECT_EQ(sampled.lines[i].global, full.lines[i].global);
    EXPECT_EQ(sampled.lines[i].shared, full.lines[i].shared);
  }
}

TEST(SampledInspection, EqualsFullInspectionOnRandomTasksOfEveryKernel) {
  Draw draw(2);
  Index conflicts = 0;
  for (int trial = 0; trial < 20; ++trial)
    for (const Kernel& kernel : kernel_catalogue()) {
      const CountTask task = draw_task(draw, kernel);
      SCOPED_TRACE(text_of(task));
      const Findings sampled = inspect_sampled(task), full = inspect_full(task);
      expect_same_lines(sampled, full);
      EXPECT_EQ(full.global(), count_full(task));
      EXPECT_EQ(shared_memory_use(task), full.shared());
      EXPECT_THAT(full.list, testing::IsEmpty()) << text_of(full.list.at(0));
      EXPECT_THAT(sampled.list, testing::IsEmpty());
      conflicts += full.shared().excess() > 0;
    }
  EXPECT_GT(conflicts, 5) << "narrow blocks have some";
}

TEST(SampledInspection, ReachesGridsThatNoMachineHolds) {
  const BlockShape warp{8, 4, 1};
  const Index chunk = 64;
  CountTask task{.kernel = find_kernel("rotated"),
                 .launch = choose_launch(find_kernel("rotated"), &warp, &chunk, sizeof(float)),
                 .precision = Precision::float32,
                 .layout = packed_layout({4096, 4096, 4096}),
                 .block = {},
                 .box = {}};
  task.block = block_of(task.layout);
  task.box = task.block.owned;
  const Findings findings = inspect_sampled(task);
  EXPECT_THAT(findings.list, testing::IsEmpty());
  EXPECT_EQ(findings.global(), count_sampled(task));
  // A block is a warp. A plane takes one store by all lanes and four of the rim; where points are
  // updated, four loads. Rows 0 and 3 share banks, so what both take part in has two wavefronts;
  // in the first and the last blocks along y one of the two is fixed and loads nothing.
  const Index columns = Index{512} * 1024, planes = 4096, rim = 4 * columns * planes;
  const Index stores = columns * planes, loads = 4 * columns * (planes - 2);
  const Index alone = 4 * 2 * 512 * (planes - 2);
  EXPECT_EQ(findings.shared(),
            (SharedMemoryUse{rim + stores + loads, rim + 2 * (stores + loads) - alone,
                             rim + stores + loads}));
}

TEST(SampledCount, OfAnEmptyBoxIsNothing) {
  Draw draw(1);
  CountTask task = draw_task(draw, find_kernel("rotated"));
  task.box = {};
  EXPECT_EQ(count_sampled(task), SectorCounts{});
  EXPECT_EQ(count_full(task), SectorCounts{});
}

TEST(SampledCount, OfMoreBlocksThanCouldBeVisited) {
  // Blocks of one point each, 1.6e10 of them in some 30,000 launches. A point on a fixed face loads
  // one sector, any other seven.
  const Index rows = 666'666'667, chunk = 1;
  const BlockShape block{1, 1, 1};
  CountTask task{.kernel = find_kernel("naive"),
                 .launch = choose_launch(find_kernel("naive"), &block, &chunk, sizeof(float)),
                 .precision = Precision::float32,
                 .layout = packed_layout({8, rows, 3}),
                 .block = {},
                 .box = {}};
  task.block = block_of(task.layout);
  task.box = task.block.owned;
  const SectorCounts counts = count_sampled(task);
  EXPECT_EQ(counts.stores, 24 * rows);
  EXPECT_EQ(counts.loads, 24 * rows + 6 * 6 * (rows - 2));
}

TEST(BlockClasses, CoverEveryBlockAndDoNotGrowWithTheGrid) {
  const auto classes_of = [](Index points, Index pitch) {
    const FieldLayout layout{
        .owned = {points, points, points}, .pitch = pitch, .plane = pitch * points};
    const LocalBlock block = block_of(layout);
    const auto launches = plan_launches(block, block.owned, {32, 16}, 64);
    EXPECT_EQ(launches.size(), 1);
    const auto classes = block_classes(launches, 4);
    Index blocks = 0;
    for (const BlockClass& alike : classes) blocks += alike.blocks;
    EXPECT_EQ(blocks, launches[0].grid.product());
    return classes.size();
  };
  EXPECT_EQ(classes_of(256, 256), 27) << "first, middle and last along each axis";
  EXPECT_EQ(classes_of(8192, 8192), 27);
  EXPECT_LE(classes_of(8191, 8191), 27 * 8) << "rows at every alignment";
}

}  // namespace
}  // namespace ministencil
