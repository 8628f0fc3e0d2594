// SPDX-License-Identifier: Apache-2.0
/// Chooses and makes the backend of a run.
#pragma once

#include <memory>
#include <string>

#include "backend/backend.hpp"
#include "configuration/configuration.hpp"

namespace ministencil {

/// What `requested` means for a grid of `points` on a machine with `devices` GPUs, and why.
struct BackendChoice {
  BackendKind kind;
  std::string reason;  // "no GPU found; 262144 points are few enough for the emulator"
};
BackendChoice choose_backend(BackendKind requested, Index points, int devices);

/// GPUs that this process sees; 0 in a host-only build.
int visible_devices();

template <class T>
std::unique_ptr<Backend<T>> make_backend(BackendKind kind, const KernelChoice& kernel);

}  // namespace ministencil
