// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <limits>

#include "decomposition/decomposition.hpp"
#include "field/hash.hpp"
#include "support/oracle.hpp"
#include "support/samples.hpp"

namespace ministencil {
namespace {

using namespace testing_support;

template <class T>
std::uint64_t hash_of(Index3 points, const std::vector<T>& field) {
  return hash_part(field.data(), {{0, 0, 0}, points}, points);
}

template <class T>
std::vector<T> ramp() {
  std::vector<T> field;
  for (int i = 0; i < 24; ++i) field.push_back(static_cast<T>(0.5 * i - 1));
  return field;
}

/// Computed from the definition by a few lines of Python.
TEST(FieldHash, IsTheDocumentedOne) {
  EXPECT_EQ(hash_point(0, 0), 0x48218226ff3cd4bfull);
  EXPECT_EQ(hash_of({2, 3, 4}, ramp<float>()), 0x1410f2b3f2843712ull);
  EXPECT_EQ(hash_of({2, 3, 4}, ramp<double>()), 0xd80541b7d917680full);
}

TEST(FieldHash, IsWrittenAsSixteenDigits) {
  EXPECT_EQ(hash_text(0x1410f2b3f2843712ull), "1410f2b3f2843712");
  EXPECT_EQ(hash_text(0xabc), "0000000000000abc");
}

template <class T>
class HashPart : public testing::Test {};
using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(HashPart, Precisions);

TYPED_TEST(HashPart, AddsUpToTheSameOnEveryDecomposition) {
  const Index3 points{17, 13, 11};
  const auto field = random_field<TypeParam>(points);
  const std::uint64_t whole = hash_of(points, field);
  for (const RankGrid ranks : {RankGrid{2, 1, 1}, {1, 3, 1}, {2, 2, 2}, {17, 1, 1}, {1, 1, 7}}) {
    const Decomposition decomposition({points, {}}, ranks);
    std::uint64_t sum = 0;
    for (int rank = 0; rank < decomposition.size(); ++rank) {
      const Box owned = decomposition.owned(rank);
      sum += hash_part(oracle_cut(points, field, owned).data(), owned, points);
    }
    EXPECT_EQ(sum, whole);
  }
}

/// Every point counts, and where it lies: no plane, row or value can be left out.
TYPED_TEST(HashPart, ChangesWithEveryPoint) {
  const Index3 points{5, 6, 3};
  auto field = random_field<TypeParam>(points);
  const std::uint64_t before = hash_of(points, field);
  for (TypeParam& value : field) {
    const TypeParam old = value;
    value = std::nextafter(old, TypeParam{2});
    EXPECT_NE(hash_of(points, field), before);
    value = old;
  }
  std::swap(field[3], field[40]);
  EXPECT_NE(hash_of(points, field), before) << "two values swapped";
}

TYPED_TEST(HashPart, ChangesWithTheSignOfZeroAndTransposedExtents) {
  std::vector<TypeParam> field(6, TypeParam{0});
  const std::uint64_t before = hash_of({1, 2, 3}, field);
  field[5] = -TypeParam{0};
  EXPECT_NE(hash_of({1, 2, 3}, field), before);
  const Index3 points{3, 4, 5};
  const auto random = random_field<TypeParam>(points);
  const Box part{{0, 0, 0}, {3, 2, 5}};
  const auto values = oracle_cut(points, random, part);
  EXPECT_NE(hash_part(values.data(), part, points), hash_part(values.data(), part, {4, 3, 5}));
}

TYPED_TEST(HashPart, OfNoPointsIsZero) {
  EXPECT_EQ(hash_part<TypeParam>(nullptr, {{1, 1, 1}, {1, 4, 4}}, {8, 8, 8}), 0u);
}

}  // namespace
}  // namespace ministencil
