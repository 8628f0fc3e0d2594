// SPDX-License-Identifier: Apache-2.0
/// Extents, points and half-open boxes of a 3D index space. x is fastest, then y, z.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstdint>
#include <limits>

namespace ministencil {

/// Counts points, elements and bytes: always 64 bits, since a rank's share can exceed 2^32 points.
using Index = std::int64_t;

inline constexpr int axes = 3;
inline constexpr std::array<char, axes> axis_name = {'x', 'y', 'z'};

/// The two faces of an axis.
enum class Side : int { lower = 0, upper = 1 };
inline constexpr std::array<Side, 2> sides = {Side::lower, Side::upper};

struct Index3 {
  Index x = 0, y = 0, z = 0;

  constexpr Index& operator[](int axis) { return axis == 0 ? x : axis == 1 ? y : z; }
  constexpr Index operator[](int axis) const { return axis == 0 ? x : axis == 1 ? y : z; }
  constexpr bool operator==(const Index3&) const = default;
  constexpr Index product() const { return x * y * z; }
};

constexpr Index3 operator+(Index3 a, Index3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Index3 operator-(Index3 a, Index3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }

/// Points first <= p < last on every axis; empty where last <= first on any.
struct Box {
  Index3 first, last;

  constexpr bool operator==(const Box&) const = default;
  constexpr Index3 extent() const { return last - first; }
  constexpr bool empty() const {
    return last.x <= first.x || last.y <= first.y || last.z <= first.z;
  }
  constexpr Index points() const { return empty() ? 0 : extent().product(); }
  constexpr bool contains(Index3 p) const {
    return p.x >= first.x && p.x < last.x && p.y >= first.y && p.y < last.y && p.z >= first.z &&
           p.z < last.z;
  }
  constexpr Box shifted(Index3 by) const { return {first + by, last + by}; }
};

constexpr Box intersection(const Box& a, const Box& b) {
  Box both;
  for (int axis = 0; axis < axes; ++axis) {
    both.first[axis] = std::max(a.first[axis], b.first[axis]);
    both.last[axis] = std::min(a.last[axis], b.last[axis]);
  }
  return both;
}

/// For a ≥ 0 and b ≥ 1; no intermediate exceeds a.
constexpr Index ceil_div(Index a, Index b) { return a / b + (a % b != 0 ? 1 : 0); }

/// a · b for a, b ≥ 0, or the largest Index where the product exceeds it.
constexpr Index bounded_product(Index a, Index b) {
  Index product = 0;
  return __builtin_mul_overflow(a, b, &product) ? std::numeric_limits<Index>::max() : product;
}
constexpr Index round_up(Index a, Index multiple) { return ceil_div(a, multiple) * multiple; }

}  // namespace ministencil
