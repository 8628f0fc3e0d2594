// SPDX-License-Identifier: Apache-2.0
#include "reference/session.hpp"

#include <Kokkos_Core.hpp>
#include <exception>
#include <vector>

#include "core/error.hpp"
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

/// Kokkos would end the process where it finds no GPU.
void require_gpu() {
#ifdef KOKKOS_ENABLE_CUDA
  int gpus = 0;
  if (cudaGetDeviceCount(&gpus) == cudaSuccess && gpus > 0) return;
  throw MachineError(
      "kokkos: no GPU is visible, and a Kokkos built with CUDA cannot start without one: check "
      "nvidia-smi, use backend: emulator with check.reference: none, or build with another Kokkos");
#endif
}

void start([[maybe_unused]] std::optional<int> device) {
  // Without the command line, which is ours: Kokkos 3 takes --help for its own.
#if KOKKOS_VERSION >= 30700
  Kokkos::InitializationSettings settings;
  if (device) settings.set_device_id(*device);
#else
  Kokkos::InitArguments settings;
  if (device) settings.device_id = *device;
#endif
  Kokkos::initialize(settings);
}

}  // namespace

KokkosSession::KokkosSession(std::optional<int> device) {
  if (Kokkos::is_initialized()) return;
  require_gpu();
  try {
    start(device);
  } catch (const std::exception& error) {
    throw MachineError(std::string("kokkos: cannot start: ") + error.what() +
                       "; check nvidia-smi and the environment variables KOKKOS_*");
  }
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

std::string kokkos_default_space() { return Kokkos::DefaultExecutionSpace::name(); }

bool kokkos_has_device() {
  using Memory = Kokkos::DefaultExecutionSpace::memory_space;
  return !Kokkos::SpaceAccessibility<Kokkos::HostSpace, Memory>::accessible;
}

}  // namespace ministencil
