// SPDX-License-Identifier: Apache-2.0
/// Philox4x32-10, a counter-based random number generator: any point's number without the others'.
/// Source: Salmon, Moraes, Dror, Shaw, "Parallel random numbers: as easy as 1, 2, 3" (2011).
#pragma once

#include <array>
#include <cstdint>
#include <limits>

namespace ministencil {

using PhiloxBlock = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

constexpr PhiloxBlock philox(PhiloxBlock counter, PhiloxKey key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t a = std::uint64_t{0xd2511f53u} * counter[0];
    const std::uint64_t b = std::uint64_t{0xcd9e8d57u} * counter[2];
    counter = {
        static_cast<std::uint32_t>(b >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(b),
        static_cast<std::uint32_t>(a >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(a)};
    key = {key[0] + 0x9e3779b9u, key[1] + 0xbb67ae85u};
  }
  return counter;
}

/// 64 random bits of (seed, index).
constexpr std::uint64_t random_bits(std::uint64_t seed, std::uint64_t index) {
  const auto low = [](std::uint64_t v) { return static_cast<std::uint32_t>(v); };
  const PhiloxBlock block =
      philox({low(index), low(index >> 32), 0, 0}, {low(seed), low(seed >> 32)});
  return std::uint64_t{block[1]} << 32 | block[0];
}

/// The leading bits as a fraction in [0, 1), as many as T has digits: rounding more of them to
/// nearest could give 1.
template <class T>
constexpr T unit_fraction(std::uint64_t bits) {
  constexpr int digits = std::numeric_limits<T>::digits;
  constexpr T unit = T{1} / static_cast<T>(std::uint64_t{1} << digits);
  return static_cast<T>(bits >> (64 - digits)) * unit;
}

}  // namespace ministencil
