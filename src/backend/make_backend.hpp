// SPDX-License-Identifier: Apache-2.0
/// Chooses and makes the backend of a run.
#pragma once

#include <memory>
#include <string>

#include "backend/backend.hpp"
#include "catalogue/catalogue.hpp"
#include "configuration/configuration.hpp"

namespace ministencil {

struct BackendChoice {
  BackendKind kind;    // never automatic
  std::string reason;  // "no GPU found, and 262144 points are few enough for the emulator"
};

/// What `requested` means for a grid of `points` points on a machine whose ranks see at least
/// `devices` GPUs each. Throws MachineError for cuda without any.
BackendChoice choose_backend(BackendKind requested, Index points, int devices);

/// The device in use is the one that CUDA fields live on (devices.hpp).
template <class T>
std::unique_ptr<Backend<T>> make_backend(BackendKind kind, const Kernel& kernel,
                                         const KernelChoice& choice);

}  // namespace ministencil
