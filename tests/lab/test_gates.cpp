// SPDX-License-Identifier: Apache-2.0
/// The published figures, from plain kernels written like those that they were published for.
#include <gtest/gtest.h>

#include "lab/counting.hpp"
#include "lab/trial.hpp"
#include "workbench.hpp"

namespace ministencil {
namespace {

TEST(PublishedGates, DecideRightAndTheirFiguresAreThoseOfAGpu) {
  for (const PlainKernel& plain : plain_kernels) {
    SCOPED_TRACE(plain.name);
    const Workbench bench(plain);
    EXPECT_EQ(bench.text().dimensions, plain.dimensions);
    const Index n = profile_size(plain.dimensions);
    const ProfileCount count = count_profile(bench.subject(), n, CountBy::sampling);
    EXPECT_EQ(count.counted.loads, plain.loads);
    EXPECT_EQ(count.counted.stores, plain.stores);
    EXPECT_EQ(static_cast<double>(count.counted.sectors() * 100) <= plain.gate, plain.passes);
  }
}

TEST(PlainKernels, AreCountedBySamplingAsByAllBlocks) {
  for (const PlainKernel& plain : plain_kernels) {
    SCOPED_TRACE(plain.name);
    const Workbench bench(plain);
    for (const Index n : {45, 130}) {
      if (n * n * (plain.dimensions - 1) > 20'000) continue;
      EXPECT_EQ(count_profile(bench.subject(), n, CountBy::sampling).counted,
                count_profile(bench.subject(), n, CountBy::all_blocks).counted);
    }
  }
}

}  // namespace
}  // namespace ministencil
