// SPDX-License-Identifier: Apache-2.0
/// The snapshots of a run as a time series that ParaView opens.
#pragma once

#include <mpi.h>

#include <array>
#include <filesystem>
#include <string>
#include <vector>

#include "core/precision.hpp"
#include "output/snapshot.hpp"

namespace ministencil {

/// One moment of a series.
struct SeriesEntry {
  std::string file;  // beside the XDMF file
  double time;       // seconds
};

/// What all moments of a series share.
struct SeriesGrid {
  int dimensions = 3;
  Index3 points;
  std::array<double, axes> spacing{1, 1, 1};  // metres, x y z
  std::array<double, axes> origin{};
  Precision precision = Precision::float32;
};

/// XDMF 3 text: node-centred temperature on a 3DCoRectMesh or 2DCoRectMesh, all axes in Z Y X or Y
/// X order.
std::string xdmf_text(const SeriesGrid& grid, const std::vector<SeriesEntry>& entries);

/// Writes snapshots into a directory and keeps its XDMF file listing exactly those that are
/// complete.
class SnapshotSeries {
 public:
  SnapshotSeries(MPI_Comm communicator, std::filesystem::path directory, Index3 points)
      : communicator_(communicator), directory_(std::move(directory)), points_(points) {}

  /// Writes one snapshot, then the XDMF file, and returns the field's hash. Collective; throws like
  /// write_snapshot().
  template <class T>
  std::uint64_t write(const SnapshotInfo& info, const Box& owned, const T* values);

  /// Names of the files written so far.
  const std::vector<SeriesEntry>& entries() const { return entries_; }

 private:
  MPI_Comm communicator_;
  std::filesystem::path directory_;
  Index3 points_;
  std::vector<SeriesEntry> entries_;
};

}  // namespace ministencil
