// SPDX-License-Identifier: Apache-2.0
#include "field/hash.hpp"

#include <bit>
#include <type_traits>

namespace ministencil {

template <class T>
std::uint64_t hash_part(const T* values, const Box& owned, Index3 points) {
  using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
  std::uint64_t sum = 0;
  for (Index z = owned.first.z; z < owned.last.z; ++z) {
    for (Index y = owned.first.y; y < owned.last.y; ++y) {
      const Index row = points.x * (y + points.y * z);
      for (Index x = owned.first.x; x < owned.last.x; ++x, ++values) {
        sum += hash_point(static_cast<std::uint64_t>(row + x), std::bit_cast<Bits>(*values));
      }
    }
  }
  return sum;
}

template std::uint64_t hash_part(const float*, const Box&, Index3);
template std::uint64_t hash_part(const double*, const Box&, Index3);

std::string hash_text(std::uint64_t hash) {
  constexpr char digits[] = "0123456789abcdef";
  std::string text(16, '0');
  for (int digit = 15; digit >= 0; --digit, hash >>= 4) text[digit] = digits[hash & 0xf];
  return text;
}

}  // namespace ministencil
