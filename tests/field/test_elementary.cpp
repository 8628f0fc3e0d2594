// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cmath>
#include <limits>
#include <numbers>
#include <set>

#include "field/elementary.hpp"
#include "field/philox.hpp"

namespace ministencil {
namespace {

constexpr double eps = std::numeric_limits<double>::epsilon();

TEST(SineOfTurn, IsWithinFourUnitsInTheLastPlaceOfTheSine) {
  for (const Index turn : {7, 64, 126, 1000, 4095, 100003}) {
    for (Index i = 0; i < turn; ++i) {
      // Extended precision has eleven more bits than what it judges, but for the zeros, where its π
      // shows.
      const long double angle = 2.0L * std::numbers::pi_v<long double> * i / turn;
      const double exact = static_cast<double>(std::sin(angle));
      const double allowed = 2.0 * eps * std::abs(exact) + 1e-18;
      ASSERT_NEAR(sine_of_turn(i, turn), exact, allowed) << i << "/" << turn;
    }
  }
}

TEST(SineOfTurn, HasExactZerosEndsAndMirrorImages) {
  for (const Index turn : {4, 8, 12, 124, 126, 1000, 4096}) {
    EXPECT_EQ(sine_of_turn(0, turn), 0.0);
    EXPECT_EQ(sine_of_turn(turn / 2, turn), 0.0);
    if (turn % 4 == 0) {
      EXPECT_EQ(sine_of_turn(turn / 4, turn), 1.0);
      EXPECT_EQ(sine_of_turn(3 * turn / 4, turn), -1.0);
    }
    for (Index i = 1; i < turn; ++i) {
      ASSERT_EQ(sine_of_turn(turn - i, turn), -sine_of_turn(i, turn));
      if (2 * i < turn) {
        ASSERT_EQ(sine_of_turn(turn / 2 - i, turn), sine_of_turn(i, turn));
      }
    }
  }
}

/// The bits, so that another compiler, CPU or C library that changes them is seen.
TEST(SineOfTurn, HasTheseBits) {
  EXPECT_EQ(sine_of_turn(1, 8), 0x1.6a09e667f3bccp-1);
  EXPECT_EQ(sine_of_turn(1, 126), 0x1.9856661817582p-5);
  EXPECT_EQ(sine_of_turn(17, 40), 0x1.d0e2e2b44dep-2);
}

TEST(ExponentialDecay, HasTheseBits) {
  EXPECT_EQ(exponential_decay(0.3), 0x1.7b4c869c37c05p-1);
  EXPECT_EQ(exponential_decay(10.0), 0x1.7cd79b5647c9ap-15);
  EXPECT_EQ(exponential_decay(700.0), 0x1.14f2b0fb9307fp-1010);
}

TEST(ExponentialDecay, IsWithinFourUnitsInTheLastPlaceOfTheExponential) {
  for (int i = 0; i < 70000; ++i) {
    const double a = i * 0.0101;
    const double exact = static_cast<double>(std::exp(static_cast<long double>(-a)));
    ASSERT_NEAR(exponential_decay(a), exact, 2.0 * eps * exact) << a;
  }
  EXPECT_EQ(exponential_decay(0.0), 1.0);
}

TEST(ExponentialDecay, EndsInZeroAndNotInGarbage) {
  EXPECT_GT(exponential_decay(708.0), 0.0);
  for (const double a : {709.0, 1e6, 1e300, std::numeric_limits<double>::infinity()}) {
    EXPECT_EQ(exponential_decay(a), 0.0);
  }
}

/// The vectors that the authors of Philox publish with their code.
TEST(Philox, GivesThePublishedNumbers) {
  EXPECT_EQ(philox({0, 0, 0, 0}, {0, 0}),
            (PhiloxBlock{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox({~0u, ~0u, ~0u, ~0u}, {~0u, ~0u}),
            (PhiloxBlock{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (PhiloxBlock{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(RandomBits, DependOnEveryBitOfSeedAndIndex) {
  std::set<std::uint64_t> seen = {random_bits(0, 0)};
  for (int bit = 0; bit < 64; ++bit) {
    seen.insert(random_bits(std::uint64_t{1} << bit, 0));
    seen.insert(random_bits(0, std::uint64_t{1} << bit));
  }
  EXPECT_EQ(seen.size(), 129u);
}

TEST(UnitFraction, ReachesFromZeroToTheLastNumberBelowOne) {
  EXPECT_EQ(unit_fraction<float>(0), 0.0f);
  EXPECT_EQ(unit_fraction<float>(~std::uint64_t{0}), std::nextafter(1.0f, 0.0f));
  EXPECT_EQ(unit_fraction<double>(~std::uint64_t{0}), std::nextafter(1.0, 0.0));
  EXPECT_EQ(unit_fraction<float>(std::uint64_t{1} << 63), 0.5f);
}

}  // namespace
}  // namespace ministencil
