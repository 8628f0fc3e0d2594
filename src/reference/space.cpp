// SPDX-License-Identifier: Apache-2.0
#include "reference/space.hpp"

#include "reference/session.hpp"

namespace ministencil {

ReferenceSpace reference_space_for_gpu() {
  return kokkos_has_device() ? ReferenceSpace::device : ReferenceSpace::host;
}

std::string description_of(ReferenceSpace space) {
  if (space == ReferenceSpace::device && kokkos_has_device()) {
    return "kokkos (" + kokkos_default_space() + ")";
  }
  return "kokkos (" + kokkos_host_space() + "), on the host";
}

}  // namespace ministencil
