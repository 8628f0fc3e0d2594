// SPDX-License-Identifier: Apache-2.0
/// The update formula along one row, as the reference has it: written for itself, from the
/// definition, and not from the kernels' header.
#pragma once

#include "core/box.hpp"
#include "stencil/coefficients.hpp"

namespace ministencil {

/// Updates points x = first … last − 1 of a row. `in` and `out` point at x = 0 of the row in two
/// fields that do not overlap; neighbours along y and z lie `pitch` and `plane` elements away,
/// those along z only where the coefficients have three dimensions.
template <class T>
using RowUpdate = void (*)(const T* in, T* out, Index first, Index last, Index pitch, Index plane,
                           const Coefficients<T>& coefficients);

/// For every CPU: fma is a library call where the instruction set lacks it. Slow, and the same
/// bits.
template <class T>
RowUpdate<T> portable_row_update();

/// The fastest that this CPU runs: with its vectors and fma instruction where it has them.
template <class T>
RowUpdate<T> fastest_row_update();

}  // namespace ministencil
