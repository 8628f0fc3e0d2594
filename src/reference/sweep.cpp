// SPDX-License-Identifier: Apache-2.0
#include "reference/sweep.hpp"

#include <Kokkos_Core.hpp>
#include <algorithm>

#include "reference/row.hpp"

namespace ministencil {

namespace {

/// A box cut into slabs of a few rows along y, each worked on from its first plane to its last, so
/// that a row is still in the cache when the planes after it use it. A part is one plane of a slab.
struct Slabs {
  Box box;
  Index height;  // rows of a slab

  Index parts() const {
    return box.empty() ? 0 : ceil_div(box.extent().y, height) * box.extent().z;
  }
  Box part(Index i) const {
    const Index planes = box.extent().z;
    const Index y = box.first.y + i / planes * height, z = box.first.z + i % planes;
    return {{box.first.x, y, z}, {box.last.x, std::min(y + height, box.last.y), z + 1}};
  }
};

Slabs make_slabs(const Box& box, Index row_bytes, Index radius) {
  constexpr Index cache_bytes = 512 * 1024;    // a core's second level holds this or more
  const Index planes_in_use = 2 * radius + 2;  // one of them written
  const Index shortest = 8 * radius;           // the rows beside a slab are read twice
  return {box, std::max(shortest, cache_bytes / (planes_in_use * std::max<Index>(row_bytes, 1)))};
}

/// What a sweep does to one row of its box.
template <class T>
struct RowSweep {
  const T* in;
  T* out;
  Index pitch, plane;
  Box inner;
  Coefficients<T> coefficients;
  RowUpdate<T> update;

  void operator()(Index first, Index last, Index y, Index z) const {
    const T* from = in + y * pitch + z * plane;
    T* to = out + y * pitch + z * plane;
    const bool fixed =
        y < inner.first.y || y >= inner.last.y || z < inner.first.z || z >= inner.last.z;
    const Index begin = std::clamp(inner.first.x, first, last);
    const Index end = fixed ? begin : std::clamp(inner.last.x, begin, last);
    std::copy(from + first, from + begin, to + first);
    update(from, to, begin, end, pitch, plane, coefficients);
    std::copy(from + end, from + last, to + end);
  }
};

}  // namespace

template <class T>
void reference_sweep(const T* in, T* out, Index pitch, Index plane, const Box& box,
                     const Box& inner, const Coefficients<T>& coefficients) {
  const RowSweep<T> row{in, out, pitch, plane, inner, coefficients, fastest_row_update<T>()};
  const Slabs slabs = make_slabs(box, pitch * static_cast<Index>(sizeof(T)), coefficients.radius);
  using Space = Kokkos::DefaultHostExecutionSpace;
  using Parts = Kokkos::RangePolicy<Space, Kokkos::IndexType<Index>>;
  Kokkos::parallel_for("reference_sweep", Parts(0, slabs.parts()), [=](Index i) {
    const Box part = slabs.part(i);
    for (Index y = part.first.y; y < part.last.y; ++y) {
      row(part.first.x, part.last.x, y, part.first.z);
    }
  });
  Space().fence();
}

template void reference_sweep(const float*, float*, Index, Index, const Box&, const Box&,
                              const Coefficients<float>&);
template void reference_sweep(const double*, double*, Index, Index, const Box&, const Box&,
                              const Coefficients<double>&);

}  // namespace ministencil
