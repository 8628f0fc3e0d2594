// SPDX-License-Identifier: Apache-2.0
/// Grids, boundaries, coefficients and fields that tests share.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include "core/box.hpp"
#include "stencil/boundary.hpp"
#include "stencil/coefficients.hpp"

namespace ministencil::testing_support {

/// A whole-grid field of random values in [0, 1), the same for the same `points`. They use every
/// digit of T, so that sums of them round and their order shows, and all differ, so that a value
/// taken from the wrong point does.
template <class T>
std::vector<T> random_field(Index3 points) {
  std::mt19937_64 generator(static_cast<std::uint64_t>(points.x + 1000 * points.y));
  std::vector<T> field(static_cast<std::size_t>(points.product()));
  constexpr int digits = std::numeric_limits<T>::digits;
  for (T& value : field) {
    value = static_cast<T>(generator() >> (64 - digits)) / T(std::uint64_t{1} << digits);
  }
  return field;
}

/// Equal and unequal spacing at diffusion number 0.1, which no power of two hides roundings of.
template <class T>
std::vector<Coefficients<T>> sample_coefficients(int order = 2) {
  return {make_coefficients<T>(0.1, {1.0, 1.0, 1.0}, order),
          make_coefficients<T>(0.1, {1.0, 1.3, 0.9}, order)};
}

/// All faces alike, periodic axes among others, every condition on lower and upper faces.
inline std::vector<Boundaries> sample_boundaries() {
  constexpr Boundary f = Boundary::fixed, p = Boundary::periodic, i = Boundary::insulated;
  return {all_faces(f),
          all_faces(p),
          all_faces(i),
          {{{{p, p}, {f, i}, {i, f}}}},
          {{{{i, f}, {p, p}, {f, f}}}},
          {{{{f, i}, {i, i}, {p, p}}}}};
}

/// A spacing along z that a 2D grid has.
inline constexpr double no_spacing = std::numeric_limits<double>::infinity();

inline std::string text_of(const Boundaries& boundaries) {
  std::string text;
  for (const auto& axis : boundaries.face) {
    for (const Boundary boundary : axis) text += name_of(boundary).substr(0, 1);
  }
  return text;
}

/// Number of positions whose bits differ.
template <class T>
Index differing_bits(const std::vector<T>& a, const std::vector<T>& b) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  Index count = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    count += std::bit_cast<Bits>(a[i]) != std::bit_cast<Bits>(b[i]);
  }
  return count;
}

}  // namespace ministencil::testing_support
