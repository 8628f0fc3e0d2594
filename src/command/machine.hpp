// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <optional>
#include <string>

#include "backend/make_backend.hpp"
#include "command/assembly.hpp"
#include "configuration/configuration.hpp"

namespace ministencil {

/// What a rank runs on.
struct Machine {
  BackendChoice backend;    // the same on every rank
  std::string description;  // "emulator", "kokkos (Serial)", "cuda (NVIDIA H200)"
  std::string device;       // of this rank: "GPU 0 (NVIDIA H200)" or "CPU"
  std::optional<int> gpu;   // of this rank, by the CUDA runtime's index; none on the CPU
  int sharing = 1;          // the most ranks of all nodes on one GPU
  std::string model;        // of this rank's GPU: "NVIDIA H200"; "emulator" on the CPU, where no
                            // kernel but an emulated one runs
};

/// Chooses the backend and, for cuda, takes this rank's GPU, the only one it will have a context
/// on. `node` holds the ranks of this node. Collective; throws AgreedError where GPUs are missing,
/// or where ranks would share one although devices.share is false.
Machine choose_machine(MPI_Comm world, MPI_Comm node, const Configuration& configuration);

/// Throws MachineError if the GPU in use has less free than `need`. Nothing on other backends.
void require_device_memory(BackendKind kind, const MemoryNeed& need);

}  // namespace ministencil
