// SPDX-License-Identifier: Apache-2.0
/// Kokkos' start and end, once a process.
#pragma once

#include <optional>
#include <string>

namespace ministencil {

/// Starts Kokkos and ends it again, unless it runs already. Everything else in reference/ needs one
/// alive. Kokkos cannot be started a second time, so a process makes one, between MPI's start and
/// end.
class KokkosSession {
 public:
  /// On GPU `device`, by the CUDA runtime's index, where this Kokkos has CUDA; without a value it
  /// chooses for itself. Throws MachineError if it cannot start: one with CUDA needs a GPU.
  explicit KokkosSession(std::optional<int> device = std::nullopt);
  ~KokkosSession();
  KokkosSession(const KokkosSession&) = delete;
  KokkosSession& operator=(const KokkosSession&) = delete;

 private:
  bool started_ = false;
};

/// Version, and the backends that this Kokkos was built with: "3.4.1 (Serial)". Needs no session.
std::string kokkos_description();

/// Where reference sweeps of host memory run: "Serial", "OpenMP". Needs no session.
std::string kokkos_host_space();

/// Where Kokkos runs by default: "Cuda", or a host space if it has no device. Needs no session.
std::string kokkos_default_space();

/// Whether this Kokkos was built for a device whose memory the host cannot reach. Needs no session.
bool kokkos_has_device();

}  // namespace ministencil
