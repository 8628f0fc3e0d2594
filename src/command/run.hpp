// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include "command/options.hpp"
#include "configuration/configuration.hpp"
#include "configuration/read.hpp"
#include "core/error.hpp"

namespace ministencil {

/// Reads the input on rank 0 and gives it to all. Collective; throws AgreedError.
Configuration read_everywhere(MPI_Comm world, const RunOptions& options);
/// The same with another check of the settings than that the kernel can be launched as they say.
Configuration read_everywhere(MPI_Comm world, const RunOptions& options,
                              const SettingsCheck& check);

/// The main job: steps, checks, snapshots, report. Collective. Returns good or check_failed; throws
/// AgreedError where all ranks fail together and other errors where one does. `compiler` is for
/// kernel.file (command/run_kernel.hpp).
ExitCode run(MPI_Comm world, const Configuration& configuration, const RunOptions& options,
             const std::string& compiler);

}  // namespace ministencil
