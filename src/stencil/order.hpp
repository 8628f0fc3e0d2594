// SPDX-License-Identifier: Apache-2.0
/// Orders of accuracy in space, and the reach of the stars that have them.
/// There are 2, 4, 6 and 8: radius 1 to 4.
#pragma once

namespace ministencil {

inline constexpr int largest_radius = 4;

constexpr bool is_order(int order) {
  return order >= 2 && order <= 2 * largest_radius && order % 2 == 0;
}
/// Points that an update reaches along each axis, for one of the orders.
constexpr int radius_of(int order) { return order / 2; }
constexpr int order_of(int radius) { return 2 * radius; }

}  // namespace ministencil
