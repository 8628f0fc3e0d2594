// SPDX-License-Identifier: Apache-2.0
/// Fills the points beyond a wall.
#pragma once

#include "reference/subdomain.hpp"

namespace ministencil {

/// `field` is in host memory. Returns when done.
template <class T>
void reflect_on_host(const Wall& wall, T* field);

/// `field` is in the memory of Kokkos' default space. May return before it is done; work given to
/// Kokkos afterwards begins later.
template <class T>
void reflect_on_device(const Wall& wall, T* field);

}  // namespace ministencil
