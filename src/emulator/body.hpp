// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "stencil/coefficients.hpp"
#include "stencil/region.hpp"

namespace ministencil {

/// Runs one thread of a kernel on the host; the emulator sets the thread's indices before.
/// `in` and `out` point at owned point (0, 0, 0).
template <class T>
using EmulatedBody = void (*)(const T* in, T* out, const Region&, const Coefficients<T>&);

}  // namespace ministencil
