// SPDX-License-Identifier: Apache-2.0
#include "reference/reflect.hpp"

#include <Kokkos_Core.hpp>

namespace ministencil {

namespace {

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

}  // namespace

template <class T>
void reflect_on_host(const Wall& wall, T* field) {
  reflect<Kokkos::DefaultHostExecutionSpace>(wall, field);
  Kokkos::DefaultHostExecutionSpace().fence();
}

template <class T>
void reflect_on_device(const Wall& wall, T* field) {
  reflect<Kokkos::DefaultExecutionSpace>(wall, field);
}

template void reflect_on_host(const Wall&, float*);
template void reflect_on_host(const Wall&, double*);
template void reflect_on_device(const Wall&, float*);
template void reflect_on_device(const Wall&, double*);

}  // namespace ministencil
