// SPDX-License-Identifier: Apache-2.0
/// Kokkos' start and end, once a process.
#pragma once

#include <string>

namespace ministencil {

/// Starts Kokkos and ends it again, unless it runs already. Everything else in reference/ needs one
/// alive. Kokkos cannot be started a second time, so this lives in main, between MPI's start and
/// end.
class KokkosSession {
 public:
  KokkosSession();
  ~KokkosSession();
  KokkosSession(const KokkosSession&) = delete;
  KokkosSession& operator=(const KokkosSession&) = delete;

 private:
  bool started_ = false;
};

/// Version, and the backends that this Kokkos was built with: "3.4.1 (Serial)". Needs no session.
std::string kokkos_description();

/// Where reference sweeps run: "Serial", "OpenMP". Needs no session.
std::string kokkos_host_space();

}  // namespace ministencil
