// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/precision.hpp"
#include "field/layout.hpp"
#include "stencil/launch.hpp"

namespace ministencil {

/// The fewest sectors that any kernel could ask for.
struct FewestSectors {
  Index loads = 0, stores = 0;

  constexpr bool operator==(const FewestSectors&) const = default;
};

constexpr FewestSectors operator+(const FewestSectors& a, const FewestSectors& b) {
  return {a.loads + b.loads, a.stores + b.stores};
}

/// For one update of `box` (local coordinates): every 32-byte sector that holds a point of the box,
/// or a neighbour that the formula needs for one, loaded once; every sector that holds a point of
/// the box stored once. A sector that two rows or planes share counts once.
/// A function of values: nothing is emulated, and its time does not grow with the grid.
FewestSectors fewest_sectors(const FieldLayout& layout, const LocalBlock& block, const Box& box,
                             Precision precision);

}  // namespace ministencil
