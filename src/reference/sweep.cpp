// SPDX-License-Identifier: Apache-2.0
#include "reference/sweep.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>

#include "reference/row.hpp"

namespace ministencil {

namespace {

/// Rows of a box in the order in which they are worked on: slabs of a few rows along y, each from
/// its first plane to its last, so that a row is still in the cache when the planes after use it.
struct RowOrder {
  Box box;
  Index slab;  // rows

  Index rows() const { return box.empty() ? 0 : box.extent().y * box.extent().z; }

  /// x = 0 of the row that comes `i`th.
  Index3 row(Index i) const {
    const Index3 extent = box.extent();
    const Index y = i / (slab * extent.z) * slab;
    const Index height = std::min(slab, extent.y - y);
    const Index within = i - y * extent.z;
    return {0, box.first.y + y + within % height, box.first.z + within / height};
  }
};

RowOrder make_order(const Box& box, Index row_bytes) {
  constexpr Index cache_bytes = 512 * 1024;  // half of a core's second level, or less
  constexpr Index shortest = 8;              // rows at a slab's edge are read twice
  const Index slab = std::max(shortest, cache_bytes / (4 * std::max<Index>(row_bytes, 1)));
  return {box, std::max<Index>(std::min(slab, box.extent().y), 1)};
}

}  // namespace

template <class T>
void reference_sweep(const T* in, T* out, Index pitch, Index plane, const Box& box,
                     const Box& inner, const Coefficients<T>& coefficients) {
  const RowUpdate<T> update = fastest_row_update<T>();
  const RowOrder order = make_order(box, pitch * static_cast<Index>(sizeof(T)));
  const auto body = [=](Index i) {
    const Index3 row = order.row(i);
    const Index offset = row.y * pitch + row.z * plane;
    const T* from = in + offset;
    T* to = out + offset;
    const bool fixed_row = row.y < inner.first.y || row.y >= inner.last.y ||
                           row.z < inner.first.z || row.z >= inner.last.z;
    const Index first = std::clamp(inner.first.x, box.first.x, box.last.x);
    const Index last = fixed_row ? first : std::clamp(inner.last.x, first, box.last.x);
    std::copy(from + box.first.x, from + first, to + box.first.x);
    update(from, to, first, last, pitch, plane, coefficients);
    std::copy(from + last, from + box.last.x, to + last);
  };
  using Rows = Kokkos::RangePolicy<Kokkos::DefaultHostExecutionSpace, Kokkos::IndexType<Index>>;
  Kokkos::parallel_for("reference_sweep", Rows(0, order.rows()), body);
  Kokkos::DefaultHostExecutionSpace().fence();
}

template void reference_sweep(const float*, float*, Index, Index, const Box&, const Box&,
                              const Coefficients<float>&);
template void reference_sweep(const double*, double*, Index, Index, const Box&, const Box&,
                              const Coefficients<double>&);

}  // namespace ministencil
