// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "catalogue/emulate.hpp"
#include "core/error.hpp"

namespace ministencil {
namespace {

/// A block with fixed faces below and a halo above on every axis, padded rows, random values.
template <class T>
struct Fixture {
  LocalBlock block{.owned = {{0, 0, 0}, {37, 11, 9}},
                   .readable = {{0, 0, 0}, {38, 12, 10}},
                   .inner = {{1, 1, 1}, {37, 11, 9}},
                   .pitch = 41,
                   .plane = 41 * 13};
  std::vector<T> in = std::vector<T>(block.plane * 10, std::numeric_limits<T>::quiet_NaN());
  std::vector<T> untouched = std::vector<T>(in.size(), T(-7));

  Fixture() {
    std::mt19937 random(1);
    std::uniform_real_distribution<T> values(-1, 1);
    const Box& box = block.readable;
    for (Index z = box.first.z; z < box.last.z; ++z)
      for (Index y = box.first.y; y < box.last.y; ++y)
        for (Index x = box.first.x; x < box.last.x; ++x) in[at({x, y, z})] = values(random);
  }

  Index at(Index3 p) const { return p.x + p.y * block.pitch + p.z * block.plane; }

  T updated(Index3 p, const Coefficients<T>& c) const {
    const T u = in[at(p)];
    if (!block.inner.contains(p)) return u;
    const T x = in[at(p) - 1] + in[at(p) + 1];
    const T y = in[at(p) - block.pitch] + in[at(p) + block.pitch];
    const T z = in[at(p) - block.plane] + in[at(p) + block.plane];
    if (c.isotropic()) return std::fma(c.rx, (x + y) + z, c.c0 * u);
    return std::fma(c.rz, z, std::fma(c.ry, y, std::fma(c.rx, x, c.c0 * u)));
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

/// Launches of several blocks and chunks, some of which divide nothing; at least six a kernel.
template <class T>
std::vector<KernelChoice> choices_for(const Kernel& kernel) {
  std::vector<KernelChoice> choices;
  for (const BlockShape block :
       {BlockShape{32, 16}, {8, 4}, {5, 3}, {1, 1}, {8, 8, 8}, {5, 3, 4}, {3, 3, 3}})
    for (const Index chunk : {1, 2, 4, 64}) {
      try {
        choices.push_back(choose_launch(kernel, &block, &chunk, sizeof(T)));
      } catch (const InputError&) {
        continue;  // not with this kernel
      }
    }
  EXPECT_GE(choices.size(), 6) << kernel.name;
  return choices;
}

template <class T>
void expect_formula_everywhere(const Kernel& kernel, const Coefficients<T>& c) {
  const Fixture<T> f;
  Emulator emulator;
  const Box boxes[] = {f.block.owned,
                       {{1, 1, 1}, {36, 10, 8}},
                       {{36, 0, 0}, {37, 11, 9}},
                       {{5, 10, 2}, {6, 11, 9}},
                       {{0, 0, 8}, {37, 11, 9}},
                       {{3, 3, 3}, {3, 4, 4}}};
  for (const Box& box : boxes)
    for (const KernelChoice& choice : choices_for<T>(kernel)) {
      std::vector<T> out = f.untouched;
      emulate_sweep(emulator, kernel, choice, f.block, box, f.in.data(), out.data(), c);
      EXPECT_TRUE(same_bits(out, f.expected(box, c)))
          << kernel.name << ", block " << text_of(choice.block) << ", chunk " << choice.chunk;
    }
}

TEST(EveryKernel, MatchesTheFormulaOnRaggedBoxesAndWritesNothingElse) {
  for (const Kernel& kernel : kernel_catalogue()) {
    expect_formula_everywhere(kernel, make_coefficients<float>(0.1, {1, 1, 1}));
    expect_formula_everywhere(kernel, make_coefficients<float>(0.1, {1, 2, 3}));
    expect_formula_everywhere(kernel, make_coefficients<double>(0.1, {1, 1, 1}));
    expect_formula_everywhere(kernel, make_coefficients<double>(0.1, {3, 2, 1}));
  }
}

TEST(EveryKernel, HasTheSameBitsWhenCounted) {
  const Fixture<float> f;
  const auto c = make_coefficients<float>(0.1, {1, 2, 3});
  for (const Kernel& kernel : kernel_catalogue()) {
    std::vector<float> out = f.untouched;
    Emulator emulator;
    const KernelChoice choice = choices_for<float>(kernel).back();
    for (const Launch& launch :
         plan_launches(f.block, f.block.owned, choice.block, choice.tile, choice.chunk)) {
      const auto counted =
          emulated_launch(kernel, kernel.counting, launch, f.in.data(), out.data(), c);
      emulator.count(counted, counted.grid(), {}, {});
    }
    EXPECT_TRUE(same_bits(out, f.expected(f.block.owned, c))) << kernel.name;
  }
}

TEST(EveryKernel, IsRefusedByTheEmulatorIfItNeedsAGpu) {
  Kernel kernel = find_kernel("naive");
  kernel.description.gpu_only = true;
  const Fixture<float> f;
  Emulator emulator;
  EXPECT_THROW(emulated_launch(kernel, kernel.plain, {}, f.in.data(), static_cast<float*>(nullptr),
                               Coefficients<float>{}),
               InputError);
}

}  // namespace
}  // namespace ministencil
