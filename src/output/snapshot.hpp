// SPDX-License-Identifier: Apache-2.0
/// Fields in parallel HDF5 files, one file a snapshot.
/// A file under its final name is complete: every rank has read its points back from it and found
/// the bits that it wrote.
#pragma once

#include <mpi.h>

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "core/box.hpp"

namespace ministencil {

/// Version of the names and meanings in a snapshot (docs/output.md).
inline constexpr int snapshot_schema_version = 1;

/// What a snapshot says about its field. Rank 0's is written; the others' is not looked at.
struct SnapshotInfo {
  int dimensions = 3;                         // of the grid: 2 leaves z out of shape and attributes
  double time = 0.0;                          // seconds
  Index step = 0;                             // completed steps
  std::array<double, axes> spacing{1, 1, 1};  // metres, x y z
  std::array<double, axes> origin{};          // metres, of point (0, 0, 0)
  std::string input;                          // JSON text of to_json(configuration)
  std::string kernel, backend;
  std::string version, commit;  // of the program
};

/// Values travel to and from a file in pieces of at most this size: MPI-IO fails beyond 2 GiB.
inline constexpr Index default_piece_bytes = Index{256} << 20;

/// Writes the field of `points` points, of which this rank holds those of `owned` (global
/// coordinates, possibly none) in `values`, rows back to back, as dataset "temperature" with axes
/// Z Y X, or Y X. Returns the field's hash. Collective.
/// Throws an AgreedError (exit code files) on every rank if any cannot: then `path` is as it was,
/// and `path`.part is gone if it could be removed. Reserves the space first, since a disk that
/// fills up is not reported by HDF5. A file-size limit is an error only if the program ignores
/// SIGXFSZ.
template <class T>
std::uint64_t write_snapshot(MPI_Comm communicator, const std::filesystem::path& path,
                             const SnapshotInfo& info, Index3 points, const Box& owned,
                             const T* values, Index piece_bytes = default_piece_bytes);

/// This rank's points of dataset "temperature" of the file at `path`, which holds a field of
/// `points` points on a grid of so many dimensions; rows back to back. The boxes of the ranks
/// together are the field. Collective. Throws an AgreedError (exit code files) on every rank if the
/// file is missing, truncated, foreign, of another shape or precision, or if its values do not have
/// the hash that it states; a file without a hash is taken as it is.
template <class T>
std::vector<T> read_field(MPI_Comm communicator, const std::filesystem::path& path, Index3 points,
                          int dimensions, const Box& owned,
                          Index piece_bytes = default_piece_bytes);

/// Bytes that a snapshot takes on disk, to the nearest few KiB.
Index snapshot_bytes(Index3 points, int element_bytes);

/// Boxes of at most `most` points that together make `box`, each contiguous in a row-by-row copy of
/// it, in memory order.
std::vector<Box> contiguous_pieces(const Box& box, Index most);

}  // namespace ministencil
