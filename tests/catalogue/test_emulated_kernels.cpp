// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "catalogue/emulate.hpp"
#include "core/error.hpp"

namespace ministencil {

extern const EmulatedEntry order_2_only_plain, order_2_only_counting;

namespace {

constexpr double no_spacing = std::numeric_limits<double>::infinity();

/// A block with fixed faces below and a halo above on every axis that there is, padded rows, random
/// values.
template <class T>
struct Fixture {
  LocalBlock block;
  Index origin;  // element of owned point (0, 0, 0)
  std::vector<T> in, untouched;

  explicit Fixture(int radius, int dimensions = 3)
      : block{.owned = {{0, 0, 0}, {37, 11, dimensions == 3 ? 9 : 1}},
              .readable = {Index3{1 - radius, 1 - radius, dimensions == 3 ? 1 - radius : 0},
                           Index3{37 + radius, 11 + radius, dimensions == 3 ? 9 + radius : 1}},
              .inner = {{1, 1, dimensions - 2}, {37, 11, dimensions == 3 ? 9 : 1}},
              .pitch = 39 + 2 * radius,
              .plane = (39 + 2 * radius) * (11 + 2 * radius),
              .radius = radius},
        origin((radius - 1) * (1 + block.pitch + block.plane)),
        in(block.plane * (9 + 2 * radius), std::numeric_limits<T>::quiet_NaN()),
        untouched(in.size(), T(-7)) {
    std::mt19937 random(1);
    std::uniform_real_distribution<T> values(-1, 1);
    const Box& box = block.readable;
    for (Index z = box.first.z; z < box.last.z; ++z)
      for (Index y = box.first.y; y < box.last.y; ++y)
        for (Index x = box.first.x; x < box.last.x; ++x) {
          // No star reads the halo's edges and corners.
          int outside = 0;
          for (int axis = 0; axis < axes; ++axis) {
            const Index at = Index3{x, y, z}[axis];
            outside += at < 0 || at >= block.owned.last[axis];
          }
          const T value = values(random);
          if (outside < 2) in[at({x, y, z})] = value;
        }
  }

  Index at(Index3 p) const { return origin + p.x + p.y * block.pitch + p.z * block.plane; }

  T updated(Index3 p, const Coefficients<T>& c) const {
    const Index here = at(p);
    if (!block.inner.contains(p)) return in[here];
    T sum = c.c0 * in[here];
    for (int d = 1; d <= c.radius; ++d) {
      const auto pair = [&](Index stride) { return in[here - d * stride] + in[here + d * stride]; };
      const T x = pair(1), y = pair(block.pitch);
      const bool flat = c.dimensions == 2;
      const T z = flat ? T(0) : pair(block.plane);
      if (c.isotropic()) {
        sum = std::fma(c.rx[d - 1], flat ? x + y : (x + y) + z, sum);
      } else {
        sum = std::fma(c.rx[d - 1], x, sum);
        sum = std::fma(c.ry[d - 1], y, sum);
        if (!flat) sum = std::fma(c.rz[d - 1], z, sum);
      }
    }
    return sum;
  }

  /// `untouched` with every point of `box` updated.
  std::vector<T> expected(const Box& box, const Coefficients<T>& c) const {
    std::vector<T> field = untouched;
    for (Index z = box.first.z; z < box.last.z; ++z)
      for (Index y = box.first.y; y < box.last.y; ++y)
        for (Index x = box.first.x; x < box.last.x; ++x)
          field[at({x, y, z})] = updated({x, y, z}, c);
    return field;
  }
};

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

/// Launches of several blocks and chunks, some of which divide nothing; at least four a kernel.
template <class T>
std::vector<KernelChoice> choices_for(const Kernel& kernel, int radius) {
  std::vector<KernelChoice> choices;
  for (const BlockShape block : {BlockShape{32, 16},
                                 {8, 4},
                                 {5, 3},
                                 {4, 5},
                                 {1, 1},
                                 {8, 8, 8},
                                 {6, 5, 7},
                                 {3, 3, 3},
                                 {32, 1},
                                 {5, 1}})
    for (const Index chunk : {1, 2, 4, 64}) {
      const bool walks = kernel.description.marches || kernel.description.dimensions == 3;
      try {
        choices.push_back(
            choose_launch(kernel, &block, walks ? &chunk : nullptr, sizeof(T), order_of(radius)));
      } catch (const InputError&) {
        continue;  // not with this kernel
      }
    }
  EXPECT_GE(choices.size(), 4) << kernel.name;
  return choices;
}

template <class T>
void expect_formula_everywhere(const Kernel& kernel, const Coefficients<T>& c) {
  const Fixture<T> f(c.radius, kernel.description.dimensions);
  Emulator emulator;
  const std::vector<Box> flat_boxes = {f.block.owned,
                                       {{1, 1, 0}, {36, 10, 1}},
                                       {{36, 0, 0}, {37, 11, 1}},
                                       {{0, 10, 0}, {37, 11, 1}},
                                       {{5, 10, 0}, {6, 11, 1}},
                                       {{3, 3, 0}, {3, 4, 1}}};
  const std::vector<Box> deep_boxes = {f.block.owned,
                                       {{1, 1, 1}, {36, 10, 8}},
                                       {{36, 0, 0}, {37, 11, 9}},
                                       {{5, 10, 2}, {6, 11, 9}},
                                       {{0, 0, 8}, {37, 11, 9}},
                                       {{3, 3, 3}, {3, 4, 4}}};
  for (const Box& box : c.dimensions == 2 ? flat_boxes : deep_boxes)
    for (const KernelChoice& choice : choices_for<T>(kernel, c.radius)) {
      std::vector<T> out = f.untouched;
      emulate_sweep(emulator, kernel, choice, f.block, box, f.in.data() + f.origin,
                    out.data() + f.origin, c);
      EXPECT_TRUE(same_bits(out, f.expected(box, c)))
          << kernel.name << ", block " << text_of(choice.block) << ", chunk " << choice.chunk;
    }
}

template <class T>
void expect_formula_of_order(int order, const std::array<double, axes>& unequal) {
  for (const Kernel& kernel : kernel_catalogue()) {
    if (!kernel.description.takes(order, precision_of<T>)) continue;
    for (std::array<double, axes> spacing : {std::array<double, axes>{1, 1, 1}, unequal}) {
      if (kernel.description.dimensions == 2) spacing[2] = no_spacing;
      expect_formula_everywhere(kernel, make_coefficients<T>(0.1, spacing, order));
    }
  }
}

TEST(EveryKernel, MatchesTheFormulaOnRaggedBoxesAndWritesNothingElse) {
  for (const int order : {2, 4, 6, 8}) {
    SCOPED_TRACE(order);
    expect_formula_of_order<float>(order, {1, 2, 3});
    expect_formula_of_order<double>(order, {3, 2, 1});
  }
}

TEST(EveryKernel, HasTheSameBitsWhenCounted) {
  for (const int order : {2, 8})
    for (const Kernel& kernel : kernel_catalogue()) {
      if (!kernel.description.takes(order, Precision::float32)) continue;
      const int dimensions = kernel.description.dimensions;
      const auto c = make_coefficients<float>(0.1, {1, 2, dimensions == 3 ? 3 : no_spacing}, order);
      const Fixture<float> f(c.radius, dimensions);
      std::vector<float> out = f.untouched;
      Emulator emulator;
      const KernelChoice choice = choices_for<float>(kernel, c.radius).back();
      for (const Launch& launch :
           plan_launches(f.block, f.block.owned, choice.block, choice.tile, choice.chunk)) {
        const auto counted = emulated_launch(kernel, kernel.counting, launch,
                                             f.in.data() + f.origin, out.data() + f.origin, c);
        emulator.count(counted, counted.grid(), {}, {});
      }
      EXPECT_TRUE(same_bits(out, f.expected(f.block.owned, c))) << kernel.name;
    }
}

TEST(EveryKernel, IsRefusedByTheEmulatorIfItNeedsAGpu) {
  Kernel kernel = find_kernel("naive");
  kernel.description.gpu_only = true;
  EXPECT_THROW(emulated_launch(kernel, kernel.plain, {}, static_cast<const float*>(nullptr),
                               static_cast<float*>(nullptr), Coefficients<float>{}),
               InputError);
}

/// A kernel file that writes out the update of order 2 compiles for no other order.
TEST(KernelOfOneOrder, MatchesTheFormulaAndIsRefusedForOthers) {
  const Kernel kernel{order_2_only_plain.name, order_2_only_plain.description,
                      order_2_only_plain.kernel, order_2_only_counting.kernel};
  expect_formula_everywhere(kernel, make_coefficients<float>(0.1, {1, 1, 1}));
  expect_formula_everywhere(kernel, make_coefficients<float>(0.1, {1, 2, 3}));
  const auto launch = [&]<class T>(const Coefficients<T>& coefficients) {
    return emulated_launch(kernel, kernel.plain, {}, static_cast<const T*>(nullptr),
                           static_cast<T*>(nullptr), coefficients);
  };
  EXPECT_NO_THROW(launch(make_coefficients<float>(0.1, {1, 1, 1})));
  EXPECT_THROW(launch(make_coefficients<float>(0.1, {1, 1, 1}, 4)), InputError);
  EXPECT_THROW(launch(make_coefficients<double>(0.1, {1, 1, 1})), InputError);
}

}  // namespace
}  // namespace ministencil
