// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <algorithm>
#include <functional>

#include "command/candidates.hpp"
#include "core/error.hpp"

namespace ministencil {
namespace {

using testing::AllOf;
using testing::HasSubstr;

Configuration configuration(int order = 2, Precision precision = Precision::float32) {
  Configuration c;
  c.order = order;
  c.precision = precision;
  c.kernel = {.name = "rotated", .block = BlockShape{16, 8, 1}, .chunk = 5};
  return c;
}

std::string refusal(const std::function<void()>& body) {
  try {
    body();
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(Candidates, AreAllKernelsThatTakeTheInputAndTheOthersHaveAReason) {
  for (const int order : {2, 4, 6, 8})
    for (const Precision precision : {Precision::float32, Precision::float64}) {
      const Candidates found =
          candidates_of(configuration(order, precision), {}, BackendKind::emulator);
      EXPECT_EQ(found.kernels.size() + found.left_out.size(), kernel_catalogue(3).size());
      for (const Candidate& candidate : found.kernels) {
        EXPECT_TRUE(candidate.kernel->description.takes(order, precision));
        EXPECT_EQ(candidate.launch.radius, order / 2);
      }
      for (const LeftOut& left_out : found.left_out) {
        EXPECT_THAT(left_out.reason, HasSubstr("takes orders")) << left_out.kernel;
      }
    }
  EXPECT_GE(candidates_of(configuration(8), {}, BackendKind::emulator).left_out.size(), 1);
}

TEST(Candidates, HaveTheInputsBlockIfItNamesThemAndElseTheirOwn) {
  const Candidates found = candidates_of(configuration(), {}, BackendKind::emulator);
  for (const auto& [kernel, settings, launch] : found.kernels) {
    EXPECT_EQ(settings.name, kernel->name);
    if (settings.name == "rotated") {
      EXPECT_EQ(launch.block, (BlockShape{16, 8, 1}));
      EXPECT_EQ(launch.chunk, 5);
    } else {
      EXPECT_EQ(launch.block, kernel->description.default_block) << kernel->name;
    }
  }
}

TEST(Candidates, AreTheNamedOnesInTheirOrder) {
  const Candidates found =
      candidates_of(configuration(), {"shared_plane", "naive"}, BackendKind::emulator);
  ASSERT_EQ(found.kernels.size(), 2);
  EXPECT_STREQ(found.kernels[0].kernel->name, "shared_plane");
  EXPECT_STREQ(found.kernels[1].kernel->name, "naive");
}

TEST(Candidates, AreThoseForTheGridsDimensions) {
  Configuration flat = configuration();
  flat.grid.dimensions = 2;
  flat.kernel = {.name = "naive", .block = {}, .chunk = {}};
  const Candidates found = candidates_of(flat, {}, BackendKind::emulator);
  EXPECT_EQ(found.kernels.size() + found.left_out.size(), kernel_catalogue(2).size());
  for (const Candidate& candidate : found.kernels) {
    EXPECT_EQ(candidate.kernel->description.dimensions, 2) << candidate.kernel->name;
  }
}

TEST(Candidates, OfAnUnknownNameAreRefusedWithTheNearest) {
  EXPECT_THAT(
      refusal([] { candidates_of(configuration(), {"naive", "roated"}, BackendKind::emulator); }),
      AllOf(HasSubstr("'roated' is not a kernel"), HasSubstr("did you mean 'rotated'?")));
}

TEST(Candidates, AreRefusedWhereNoneIsLeft) {
  EXPECT_THAT(
      refusal([] { candidates_of(configuration(8), {"vector_march"}, BackendKind::emulator); }),
      AllOf(HasSubstr("vector_march takes orders 2, 4"), HasSubstr("; name others")));
}

TEST(Candidates, AreNoneOfABackendWithoutKernels) {
  EXPECT_THAT(refusal([] { require_kernels(BackendKind::kokkos, "as asked for"); }),
              AllOf(HasSubstr("backend kokkos (as asked for)"), HasSubstr("; use a GPU")));
  EXPECT_EQ(refusal([] { require_kernels(BackendKind::emulator, ""); }), "accepted");
  EXPECT_EQ(refusal([] { require_kernels(BackendKind::cuda, ""); }), "accepted");
}

}  // namespace
}  // namespace ministencil
