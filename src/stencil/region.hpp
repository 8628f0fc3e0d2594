// SPDX-License-Identifier: Apache-2.0
/// What one launch of a kernel updates, and where the values lie. Plain data, passed by value.
#pragma once

#include <cstdint>

#include "stencil/device_function.hpp"

namespace ministencil {

/// Coordinates within a rank's block: owned point (0, 0, 0) is where a field's pointer points.
/// 32 bits an axis; offsets, which are products, have 64.
struct Point {
  int x, y, z;
};

struct Region {
  Point first, last;                    // points to write, half-open
  Point readable_first, readable_last;  // points that hold values and may be needed, half-open
  Point inner_first, inner_last;        // where the formula applies; other points keep their value
  int chunk;                            // planes a block walks, rows of a 2D grid
  std::int64_t pitch, plane;            // elements from (x, y, z) to (x, y+1, z), (x, y, z+1)

  /// Elements from owned point (0, 0, 0) to (x, y, z).
  MINISTENCIL_DEVICE std::int64_t offset(int x, int y, int z) const {
    return z * plane + y * pitch + x;
  }
  /// Elements from owned point (0, 0) to (x, y) of a 2D grid.
  MINISTENCIL_DEVICE std::int64_t offset(int x, int y) const { return y * pitch + x; }

  /// Whether a point lies on a fixed face of the domain, whose values are copied through. A kernel
  /// that walks along z asks once for its column and then for each plane.
  MINISTENCIL_DEVICE bool is_fixed_column(int x, int y) const {
    return x < inner_first.x || x >= inner_last.x || y < inner_first.y || y >= inner_last.y;
  }
  MINISTENCIL_DEVICE bool is_fixed_plane(int z) const {
    return z < inner_first.z || z >= inner_last.z;
  }
  MINISTENCIL_DEVICE bool is_fixed(int x, int y, int z) const {
    return is_fixed_column(x, y) || is_fixed_plane(z);
  }
  /// The same on a 2D grid, and for all points of a row or column of it.
  MINISTENCIL_DEVICE bool is_fixed(int x, int y) const { return is_fixed_column(x, y); }
  MINISTENCIL_DEVICE bool is_fixed_along_y(int x) const {
    return x < inner_first.x || x >= inner_last.x;
  }
  MINISTENCIL_DEVICE bool is_fixed_row(int y) const {
    return y < inner_first.y || y >= inner_last.y;
  }
};

}  // namespace ministencil
