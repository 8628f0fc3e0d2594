// SPDX-License-Identifier: Apache-2.0
/// Runs on 8 ranks; smaller numbers of ranks are sub-communicators of these.
#include <gmock/gmock.h>

#include <array>
#include <bit>
#include <limits>
#include <vector>

#include "core/error.hpp"
#include "parallel/agreement.hpp"
#include "reference/reference.hpp"
#include "support/kokkos_environment.hpp"
#include "support/oracle.hpp"
#include "support/samples.hpp"

namespace ministencil {
namespace {

using namespace testing_support;

const auto* const kokkos = testing::AddGlobalTestEnvironment(new KokkosEnvironment);

/// Where Kokkos has no device, its code runs on the host.
constexpr std::array spaces = {ReferenceSpace::host, ReferenceSpace::device};

/// The first `ranks` ranks of the world; the others have no part (active() is false).
class FirstRanks {
 public:
  explicit FirstRanks(int ranks) {
    const bool member = rank_of(MPI_COMM_WORLD) < ranks;
    MPI_Comm_split(MPI_COMM_WORLD, member ? 0 : MPI_UNDEFINED, 0, &communicator_);
  }
  ~FirstRanks() {
    if (active()) MPI_Comm_free(&communicator_);
  }
  FirstRanks(const FirstRanks&) = delete;
  FirstRanks& operator=(const FirstRanks&) = delete;
  bool active() const { return communicator_ != MPI_COMM_NULL; }
  MPI_Comm get() const { return communicator_; }

 private:
  MPI_Comm communicator_ = MPI_COMM_NULL;
};

/// A run by the oracle, and what the reference makes of it on some ranks.
template <class T>
struct Case {
  Index3 points;
  Boundaries boundaries;
  Coefficients<T> coefficients;
  std::vector<T> initial, expected;

  Case(Index3 grid, const Boundaries& faces, const Coefficients<T>& weights, Index steps)
      : points(grid),
        boundaries(faces),
        coefficients(weights),
        initial(random_field<T>(grid)),
        expected(oracle_run(grid, faces, weights, initial, steps)) {}

  /// Checks values() and compare() after `steps` steps, in either space.
  void check(const RankGrid& ranks, Index steps) const {
    for (const ReferenceSpace space : spaces) check_in(space, ranks, steps);
  }

  void check_in(ReferenceSpace space, const RankGrid& ranks, Index steps) const {
    const Decomposition decomposition({points, boundaries, coefficients.radius}, ranks);
    const FirstRanks members(decomposition.size());
    if (!members.active()) return;
    const Box owned = decomposition.owned(rank_of(members.get()));
    Reference<T> reference(members.get(), decomposition, coefficients,
                           oracle_cut(points, initial, owned), space);
    reference.advance(steps);
    const std::vector<T> mine = oracle_cut(points, expected, owned);
    EXPECT_EQ(differing_bits(reference.values(), mine), 0)
        << text_of(boundaries) << " on " << ranks[0] << " x " << ranks[1] << " x " << ranks[2]
        << ", " << description_of(space);
    EXPECT_TRUE(reference.compare(mine.data()).equal());
    EXPECT_EQ(reference.steps(), steps);
  }
};

bool fits(Index3 points, const RankGrid& ranks, int radius = 1) {
  return points.x / ranks[0] >= radius && points.y / ranks[1] >= radius &&
         points.z / ranks[2] >= radius;
}

/// Every grid of 1 to 8 ranks.
std::vector<RankGrid> all_rank_grids() {
  std::vector<RankGrid> grids;
  for (int x = 1; x <= 8; ++x)
    for (int y = 1; x * y <= 8; ++y)
      for (int z = 1; x * y * z <= 8; ++z) grids.push_back({x, y, z});
  return grids;
}

template <class T>
class ReferenceSolution : public testing::Test {};
using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(ReferenceSolution, Precisions);

TYPED_TEST(ReferenceSolution, EqualsTheOracleOnEveryDecompositionAndBoundary) {
  constexpr Index steps = 5;
  for (const Index3 points : {Index3{17, 13, 11}, {5, 6, 3}})
    for (const Boundaries& boundaries : sample_boundaries())
      for (const auto& coefficients : sample_coefficients<TypeParam>()) {
        const Case<TypeParam> run(points, boundaries, coefficients, steps);
        for (const RankGrid& ranks : all_rank_grids()) {
          if (fits(points, ranks)) run.check(ranks, steps);
        }
      }
}

TYPED_TEST(ReferenceSolution, EqualsTheOracleAtEveryOrder) {
  constexpr Index steps = 2;
  for (const Index3 points : {Index3{17, 13, 11}, {8, 4, 9}})
    for (const int order : {4, 6, 8})
      for (std::size_t i = 0; i < sample_boundaries().size(); ++i) {
        // Every order meets equal and unequal weights on either grid.
        const auto coefficients = sample_coefficients<TypeParam>(order)[(i + order / 2) % 2];
        const Case<TypeParam> run(points, sample_boundaries()[i], coefficients, steps);
        for (const RankGrid& ranks : all_rank_grids()) {
          if (fits(points, ranks, order / 2)) run.check(ranks, steps);
        }
      }
}

TYPED_TEST(ReferenceSolution, EqualsTheOracleOnALargerGrid) {
  constexpr Index steps = 2;
  const std::vector<Boundaries> boundaries = sample_boundaries();
  for (const Boundaries& faces : {boundaries[0], boundaries[1], boundaries[3]}) {
    const Case<TypeParam> run({64, 48, 40}, faces, sample_coefficients<TypeParam>()[1], steps);
    for (const RankGrid ranks : {RankGrid{1, 1, 1}, {1, 1, 2}, {2, 2, 2}, {1, 7, 1}, {5, 1, 1}}) {
      run.check(ranks, steps);
    }
  }
}

/// Slabs of one point: a rank's two faces are the same points.
TYPED_TEST(ReferenceSolution, EqualsTheOracleOnSlabsOfOnePoint) {
  constexpr Index steps = 7;
  for (const Boundaries& boundaries : sample_boundaries()) {
    for (const Index3 points : {Index3{8, 3, 2}, {2, 8, 3}, {3, 2, 8}, {1, 1, 8}, {1, 1, 1}}) {
      const Case<TypeParam> run(points, boundaries, sample_coefficients<TypeParam>()[1], steps);
      for (const RankGrid& ranks : all_rank_grids()) {
        if (fits(points, ranks)) run.check(ranks, steps);
      }
    }
  }
}

/// A field that depends on one axis only, and differs at each end: a face that is not exchanged, or
/// is taken from the wrong side, changes it on exactly that axis.
TYPED_TEST(ReferenceSolution, CarriesEveryFaceToItsOwnSide) {
  const Index3 points{4, 4, 4};
  const auto coefficients = make_coefficients<TypeParam>(0.125, {1, 1, 1});
  for (int axis = 0; axis < axes; ++axis) {
    for (const int ranks_along : {1, 2, 4}) {
      RankGrid ranks{1, 1, 1};
      ranks[axis] = ranks_along;
      const Decomposition decomposition({points, all_faces(Boundary::periodic)}, ranks);
      const FirstRanks members(decomposition.size());
      if (!members.active()) continue;
      constexpr std::array<int, 4> profile = {0, 8, 24, 56};
      // 0.75 of the point and 0.125 of both neighbours around the ring; exact in binary.
      constexpr std::array<int, 4> after = {8, 9, 26, 45};
      std::vector<TypeParam> initial, expected;
      const Box owned = decomposition.owned(rank_of(members.get()));
      for (Index z = owned.first.z; z < owned.last.z; ++z)
        for (Index y = owned.first.y; y < owned.last.y; ++y)
          for (Index x = owned.first.x; x < owned.last.x; ++x) {
            initial.push_back(static_cast<TypeParam>(profile[Index3{x, y, z}[axis]]));
            expected.push_back(static_cast<TypeParam>(after[Index3{x, y, z}[axis]]));
          }
      for (const ReferenceSpace space : spaces) {
        Reference<TypeParam> reference(members.get(), decomposition, coefficients, initial, space);
        reference.advance(1);
        EXPECT_EQ(reference.values(), expected) << axis_name[axis] << " on " << ranks_along;
      }
    }
  }
}

TYPED_TEST(ReferenceSolution, StepsTheSameInPartsAsAtOnce) {
  const Index3 points{9, 8, 7};
  const Decomposition decomposition({points, all_faces(Boundary::periodic)}, {2, 2, 2});
  const auto coefficients = sample_coefficients<TypeParam>()[0];
  const auto mine = oracle_cut(points, random_field<TypeParam>(points),
                               decomposition.owned(rank_of(MPI_COMM_WORLD)));
  for (const ReferenceSpace space : spaces) {
    Reference<TypeParam> at_once(MPI_COMM_WORLD, decomposition, coefficients, mine, space);
    Reference<TypeParam> in_parts(MPI_COMM_WORLD, decomposition, coefficients, mine, space);
    at_once.advance(6);
    for (const Index steps : {1, 0, 3, 2}) {
      in_parts.advance(steps);
      EXPECT_EQ(at_once.compare(in_parts.values().data()).equal(), in_parts.steps() == 6);
    }
  }
}

/// Eight ranks along z hold one plane each of a 4 x 3 x 8 grid.
template <class T>
class CompareBits : public testing::Test {
 protected:
  Decomposition decomposition{{{4, 3, 8}, all_faces(Boundary::fixed)}, {1, 1, 8}};
  int rank = rank_of(MPI_COMM_WORLD);
  std::vector<T> zeros = std::vector<T>(12, T{0});

  Reference<T> holding(const std::vector<T>& values, ReferenceSpace space) {
    return {MPI_COMM_WORLD, decomposition, make_coefficients<T>(0.1, {1, 1, 1}), values, space};
  }
};
TYPED_TEST_SUITE(CompareBits, Precisions);

TYPED_TEST(CompareBits, NamesTheFirstPointAndBothValuesOnEveryRank) {
  auto values = this->zeros;
  if (this->rank == 6) values[0] = 3;
  if (this->rank == 5) values[7] = 7, values[9] = 9;
  for (const ReferenceSpace space : spaces) {
    const auto comparison = this->holding(this->zeros, space).compare(values.data());
    EXPECT_EQ(comparison.differing, 3);
    ASSERT_TRUE(comparison.first.has_value());
    EXPECT_EQ(comparison.first->point, (Index3{3, 1, 5}));
    EXPECT_EQ(comparison.first->expected, TypeParam{0});
    EXPECT_EQ(comparison.first->found, TypeParam{7});
  }
}

TYPED_TEST(CompareBits, FindsTheOnlyDifferenceOnWhicheverRankAndPointItIs) {
  for (const ReferenceSpace space : spaces) {
    auto reference = this->holding(this->zeros, space);
    for (int difference = 0; difference < 8 * 12; ++difference) {
      const int rank = difference / 12, at = difference % 12;
      auto values = this->zeros;
      if (this->rank == rank) values[at] = 1;
      const auto comparison = reference.compare(values.data());
      ASSERT_EQ(comparison.differing, 1) << "rank " << rank << ", point " << at;
      EXPECT_EQ(comparison.first->point, (Index3{at % 4, at / 4, rank}));
    }
  }
}

TYPED_TEST(CompareBits, TellsMinusZeroFromZero) {
  auto values = this->zeros;
  if (this->rank == 7) values[11] = -TypeParam{0};
  for (const ReferenceSpace space : spaces) {
    const auto comparison = this->holding(this->zeros, space).compare(values.data());
    EXPECT_EQ(comparison.differing, 1);
    EXPECT_EQ(comparison.first->point, (Index3{3, 2, 7}));
    EXPECT_TRUE(std::signbit(comparison.first->found));
  }
}

TYPED_TEST(CompareBits, TellsNotANumberFromANumberAndFromAnother) {
  using Limits = std::numeric_limits<TypeParam>;
  for (const ReferenceSpace space : spaces) {
    auto values = this->zeros;
    if (this->rank == 2) values[4] = Limits::quiet_NaN();
    EXPECT_EQ(this->holding(this->zeros, space).compare(values.data()).differing, 1);
    auto reference = this->holding(values, space);
    EXPECT_TRUE(reference.compare(values.data()).equal()) << "the same NaN";
    if (this->rank == 2) values[4] = -Limits::quiet_NaN();
    EXPECT_EQ(reference.compare(values.data()).differing, 1) << "another NaN";
  }
}

/// Values go to a device through the field that the next step writes.
TYPED_TEST(CompareBits, LeavesTheNextStepAsItWas) {
  for (const ReferenceSpace space : spaces) {
    auto compared = this->holding(this->zeros, space);
    auto stepped = this->holding(this->zeros, space);
    const std::vector<TypeParam> ones(12, TypeParam{1});
    EXPECT_EQ(compared.compare(ones.data()).differing, 96);
    compared.advance(2);
    stepped.advance(2);
    EXPECT_TRUE(compared.compare(stepped.values().data()).equal());
  }
}

TEST(Reference, SaysByWhatAndWhereItSteps) {
  EXPECT_EQ(description_of(ReferenceSpace::host),
            "kokkos (" + kokkos_host_space() + "), on the host");
  EXPECT_EQ(description_of(ReferenceSpace::device), kokkos_has_device()
                                                        ? "kokkos (" + kokkos_default_space() + ")"
                                                        : description_of(ReferenceSpace::host));
}

TEST(Reference, RefusesAnotherNumberOfRanksThanBoxes) {
  const Decomposition decomposition({{4, 4, 4}, all_faces(Boundary::fixed)}, {1, 1, 2});
  EXPECT_THROW(Reference<float>(MPI_COMM_WORLD, decomposition, {}, std::vector<float>(32)),
               MachineError);
}

TEST(Reference, RefusesCoefficientsThatReachFurtherThanTheHalo) {
  const Decomposition decomposition({{8, 8, 8}, all_faces(Boundary::fixed), 1}, {1, 1, 8});
  const auto coefficients = make_coefficients<float>(0.1, {1, 1, 1}, 4);
  EXPECT_THROW(
      Reference<float>(MPI_COMM_WORLD, decomposition, coefficients, std::vector<float>(64)),
      InputError);
}

TEST(Reference, FailsOnEveryRankWhereOneHasTooFewValues) {
  const Decomposition decomposition({{4, 4, 8}, all_faces(Boundary::fixed)}, {1, 1, 8});
  const std::size_t values = rank_of(MPI_COMM_WORLD) == 3 ? 15 : 16;
  try {
    const Reference<float> refused(MPI_COMM_WORLD, decomposition, {}, std::vector<float>(values));
    FAIL() << "accepted 15 values for 16 points";
  } catch (const AgreedError& error) {
    EXPECT_THAT(error.what(), testing::HasSubstr("rank 3: reference: 15 initial values"));
  }
}

}  // namespace
}  // namespace ministencil
