// SPDX-License-Identifier: Apache-2.0
/// That what the profile calls a kernel's bottleneck is it: the same copy, with something in its
/// way, has another. Skipped where there is no GPU.
#include <gmock/gmock.h>

#include "backend/devices.hpp"
#include "backend/make_backend.hpp"
#include "gpu/perturbed_copy.hpp"
#include "parallel/agreement.hpp"
#include "profile/bottleneck.hpp"

namespace ministencil::testing_support {
namespace {

constexpr Index elements = Index{1} << 26;  // 256 MiB a field: more than any cache

class GpuVerdict : public testing::Test {
 protected:
  void SetUp() override {
    if (rank_of(MPI_COMM_WORLD) != 0) GTEST_SKIP() << "rank 0 holds the counters";
    if (visible_devices().empty()) GTEST_SKIP() << "no GPU is visible";
    use_device(0);
  }
};

/// Of the copy, whose last values have to be those of the source whatever is in its way.
Utilisation utilisation_of(Backend<float>& backend, Perturbation perturbation) {
  const Allocation<float> from = backend.allocate(elements), to = backend.allocate(elements);
  const Index3 extent{elements, 1, 1};
  const LocalBlock block{.owned = {{0, 0, 0}, extent},
                         .readable = {{0, 0, 0}, extent},
                         .inner = {{0, 0, 0}, extent},
                         .pitch = elements,
                         .plane = elements};
  const Box end{{elements - 4, 0, 0}, extent};
  const std::vector<float> values{0.5F, 1.5F, -2.5F, 3.5F};
  backend.unpack(Queue::compute, from.get(), block, end, values.data());
  backend.wait(Queue::compute);
  const Utilisation found =
      measure_utilisation([&] { copy_perturbed(perturbation, from.get(), to.get(), elements); });
  std::vector<float> copied(values.size());
  backend.pack(Queue::compute, to.get(), block, end, copied.data());
  backend.wait(Queue::compute);
  EXPECT_EQ(copied, values);
  return found;
}

TEST_F(GpuVerdict, FlipsWhereACopyIsPerturbed) {
  const Kernel& any = kernel_catalogue().front();
  const auto backend =
      make_backend<float>(BackendKind::cuda, any, choose_launch(any, nullptr, nullptr, 4));
  const auto expect = [&](Perturbation perturbation, Bound bound) {
    const Utilisation busy = utilisation_of(*backend, perturbation);
    const Bottleneck found = bottleneck_of(busy);
    EXPECT_EQ(found.bound, bound) << name_of(found.bound) << ": " << found.evidence << "; DRAM "
                                  << busy.dram << ", L2 " << busy.l2 << ", L1 " << busy.l1
                                  << ", issue " << busy.issue;
  };
  expect(Perturbation::none, Bound::dram_bandwidth);
  expect(Perturbation::arithmetic, Bound::issue);
  expect(Perturbation::barriers, Bound::barriers);
}

}  // namespace
}  // namespace ministencil::testing_support
