// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Kokkos_Core.hpp>

#include "reference/subdomain.hpp"

namespace ministencil {

/// Fills the points beyond a wall, in parallel where Space runs; `field` is in its memory. May
/// return before it is done.
template <class Space, class T>
void reflect(const Wall& wall, T* field) {
  using Points = Kokkos::RangePolicy<Space, Kokkos::IndexType<Index>>;
  Kokkos::parallel_for(
      "reflect_at_wall", Points(0, wall.points()), KOKKOS_LAMBDA(Index i) {
        const Index row = i / wall.width, layer = row / wall.rows;
        const Index edge = wall.edge + i % wall.width * wall.step + row % wall.rows * wall.row_step;
        const Index outside = edge - (layer + 1) * wall.inwards;
        if (wall.odd) {
          const T twice = T{2} * field[edge];
          field[outside] = twice - field[edge + (layer + 1) * wall.inwards];
        } else {
          field[outside] = field[edge + layer * wall.inwards];
        }
      });
}

}  // namespace ministencil
