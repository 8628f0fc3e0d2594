// SPDX-License-Identifier: Apache-2.0
/// A hash of a field that does not depend on who owns which point.
#pragma once

#include <cstdint>
#include <string>

#include "core/box.hpp"

namespace ministencil {

/// Version of the definition below; written wherever a hash is.
inline constexpr int field_hash_version = 1;

/// The finaliser of splitmix64 (Steele, Lea, Flood 2014).
constexpr std::uint64_t scramble(std::uint64_t v) {
  v ^= v >> 30;
  v *= 0xbf58476d1ce4e5b9ull;
  v ^= v >> 27;
  v *= 0x94d049bb133111ebull;
  v ^= v >> 31;
  return v;
}

/// The hash of a field is the sum modulo 2^64, over all points, of this mixing of the point's
/// linear global index x + nx·(y + ny·z) and the raw bits of its value (zero-extended to 64 bits).
constexpr std::uint64_t hash_point(std::uint64_t index, std::uint64_t bits) {
  return scramble(scramble(index + 0x9e3779b97f4a7c15ull) ^ bits);
}

/// This rank's part of the sum. `values` holds the points of `owned` (global coordinates), rows
/// back to back; `points` are the global extents.
template <class T>
std::uint64_t hash_part(const T* values, const Box& owned, Index3 points);

/// Sixteen hexadecimal digits.
std::string hash_text(std::uint64_t hash);

}  // namespace ministencil
