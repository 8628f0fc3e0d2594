// SPDX-License-Identifier: Apache-2.0
/// What `kernel.block: tuned` means on the machine of a run.
#pragma once

#include <mpi.h>

#include <filesystem>
#include <optional>

#include "command/machine.hpp"
#include "configuration/configuration.hpp"
#include "tuning/store.hpp"

namespace ministencil {

/// Where tuned launches are kept unless --store says otherwise, given the environment's
/// XDG_CACHE_HOME and HOME (null or empty where it lacks them): ministencil/tuned.json in the
/// first, or in .cache of the second. None if there is neither.
std::optional<std::filesystem::path> default_store(const char* cache_home, const char* home);

/// Throws InputError, naming --store, if there is no path.
const std::filesystem::path& require_store(const std::optional<std::filesystem::path>& store);

/// What a launch for `configuration` on `machine` is tuned for.
TunedFor tuned_for(const Configuration& configuration, const Machine& machine);

/// `configuration` with the block and chunk of the store's launch and where they came from, if it
/// asks for a tuned one; else as it is. Rank 0 reads, for the GPU that it has; all get the same.
/// Collective; throws AgreedError if there is no such launch or it cannot be launched.
Configuration with_tuned_launch(MPI_Comm world, const Configuration& configuration,
                                const Machine& machine,
                                const std::optional<std::filesystem::path>& store);

}  // namespace ministencil
