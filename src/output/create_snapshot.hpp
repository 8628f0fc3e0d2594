// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>

#include "output/snapshot.hpp"

namespace ministencil {

/// Creates the file of a snapshot: all attributes, and space for values that are yet to be written.
/// Called by one process alone, so that afterwards the ranks together write nothing but values:
/// what can fail in bookkeeping or for want of space has failed by then, and where nobody waits.
/// Throws FileError; the file may then be there in part.
void create_snapshot(const std::filesystem::path& path, const SnapshotInfo& info, Index3 points,
                     int element_bytes, std::uint64_t hash, int ranks);

/// Moves what the system still holds of the file to the disk. Throws FileError.
void sync_file(const std::filesystem::path& path);

}  // namespace ministencil
