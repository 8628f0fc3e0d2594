// SPDX-License-Identifier: Apache-2.0
/// Built by dropped_kernel.cmake with a catalogue of one kernel, `dropped`.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "catalogue/emulate.hpp"

namespace ministencil {
namespace {

TEST(DroppedKernel, IsListedAndFollowsTheFormula) {
  ASSERT_EQ(kernel_catalogue().size(), 1);
  const Kernel& kernel = find_kernel("dropped");
  const Index n = 19;
  const LocalBlock block{.owned = {{0, 0, 0}, {n, n, n}},
                         .readable = {{0, 0, 0}, {n, n, n}},
                         .inner = {{1, 1, 1}, {n - 1, n - 1, n - 1}},
                         .pitch = n,
                         .plane = n * n};
  std::vector<float> in(n * n * n), out(in.size(), -1), expected = in;
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i * 7919 % 1009) / 1009;
  const auto c = make_coefficients<float>(0.1, {1, 1, 1});
  for (Index z = 0; z < n; ++z)
    for (Index y = 0; y < n; ++y)
      for (Index x = 0; x < n; ++x) {
        const Index i = x + n * (y + n * z);
        const auto pair = [&](Index step) { return in[i - step] + in[i + step]; };
        expected[i] = block.inner.contains({x, y, z})
                          ? std::fma(c.rx[0], (pair(1) + pair(n)) + pair(n * n), c.c0 * in[i])
                          : in[i];
      }
  Emulator emulator;
  emulate_sweep(emulator, kernel, choose_launch(kernel, nullptr, nullptr, sizeof(float)), block,
                block.owned, in.data(), out.data(), c);
  EXPECT_EQ(out, expected);
}

}  // namespace
}  // namespace ministencil
