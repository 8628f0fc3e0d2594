// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace ministencil {

/// Where the reference's fields live and its sweeps run. `device` is Kokkos' default space: a GPU's
/// memory, or the host's by the same code where this Kokkos has no device (for tests).
enum class ReferenceSpace { host, device };

/// For a solver on a GPU: the device where this Kokkos has one, the host otherwise.
ReferenceSpace reference_space_for_gpu();

/// "kokkos (Cuda)" or "kokkos (Serial), on the host". Needs no session.
std::string description_of(ReferenceSpace space);

}  // namespace ministencil
