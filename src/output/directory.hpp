// SPDX-License-Identifier: Apache-2.0
/// Finds out before the first step whether the output directory can take a command's files.
#pragma once

#include <mpi.h>

#include <filesystem>
#include <string>

#include "core/box.hpp"
#include "output/names.hpp"

namespace ministencil {

/// Writes and removes a probe file in `folder`, since permissions do not tell whether a file can be
/// written (root, read-only mounts, full disks). Throws FileError, which names the `option` for
/// another place. Local to the calling process.
void try_to_write(const std::filesystem::path& folder, const std::string& option = "--output");

/// What to do about files of an earlier run of the same command.
enum class EarlierRun { refuse, overwrite };

/// Makes `path` ready for a command that will write about `planned_bytes`: creates it, writes and
/// removes a probe file, and compares the free space. Collective; rank 0 does the work. Throws an
/// AgreedError (exit code files) on every rank if `path` is no directory, cannot be written, lacks
/// space, or holds an earlier run that is not to be overwritten. Overwriting removes the files that
/// a run writes, by name (names.hpp), and no others; a refusal removes nothing, and nor
/// do comparisons and sweeps, which replace their files when they have them. A symlink to a
/// directory is as good as a directory.
void prepare_directory(MPI_Comm communicator, const std::filesystem::path& path, EarlierRun earlier,
                       Index planned_bytes, OutputOf command = OutputOf::run);

}  // namespace ministencil
