// SPDX-License-Identifier: Apache-2.0
/// The reference's sweep: one step of a box of points by Kokkos, in host memory.
/// Independent of the kernels: neither their headers nor their formula are used.
#pragma once

#include "core/box.hpp"
#include "stencil/coefficients.hpp"

namespace ministencil {

/// Updates the points of `box` that lie in `inner` and copies the others, which are fixed.
/// `in` and `out` point at owned point (0, 0, 0) of two fields that do not overlap; rows are
/// `pitch` and planes `plane` elements apart; boxes are in local coordinates. Every neighbour of a
/// point to update must hold a value. Returns when done. Needs a KokkosSession.
template <class T>
void reference_sweep(const T* in, T* out, Index pitch, Index plane, const Box& box,
                     const Box& inner, const Coefficients<T>& coefficients);

}  // namespace ministencil
