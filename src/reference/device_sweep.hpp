// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/box.hpp"
#include "reference/subdomain.hpp"
#include "stencil/coefficients.hpp"

namespace ministencil {

/// One step of all owned points by Kokkos on its default space, by the formula of row.hpp, a point
/// a thread. `in` and `out` are fields in that space's memory. May return before it is done; work
/// given to Kokkos afterwards begins later.
template <class T>
void device_sweep(const Subdomain& part, const Coefficients<T>& coefficients, const T* in, T* out);

}  // namespace ministencil
