// SPDX-License-Identifier: Apache-2.0
#include "reference/session.hpp"

#include <Kokkos_Core.hpp>
#include <vector>

#include "core/text.hpp"

namespace ministencil {

namespace {

std::vector<std::string> backends() {
  std::vector<std::string> names;
#ifdef KOKKOS_ENABLE_SERIAL
  names.push_back("Serial");
#endif
#ifdef KOKKOS_ENABLE_OPENMP
  names.push_back("OpenMP");
#endif
#ifdef KOKKOS_ENABLE_THREADS
  names.push_back("Threads");
#endif
#ifdef KOKKOS_ENABLE_CUDA
  names.push_back("Cuda");
#endif
#ifdef KOKKOS_ENABLE_HIP
  names.push_back("HIP");
#endif
  return names;
}

}  // namespace

KokkosSession::KokkosSession() {
  if (Kokkos::is_initialized()) return;
  // Without the command line, which is ours: Kokkos 3 takes --help for its own.
  Kokkos::initialize();
  started_ = true;
}

KokkosSession::~KokkosSession() {
  if (started_) Kokkos::finalize();
}

std::string kokkos_description() {
  return std::to_string(KOKKOS_VERSION / 10000) + "." + std::to_string(KOKKOS_VERSION / 100 % 100) +
         "." + std::to_string(KOKKOS_VERSION % 100) + " (" + joined(backends()) + ")";
}

std::string kokkos_host_space() { return Kokkos::DefaultHostExecutionSpace::name(); }

}  // namespace ministencil
