// SPDX-License-Identifier: Apache-2.0
/// Observers that write the field or certify it.
#pragma once

#include <mpi.h>

#include "command/assembly.hpp"
#include "output/report.hpp"
#include "output/series.hpp"
#include "solver/checks.hpp"

namespace ministencil {

/// Writes a snapshot, and the series' XDMF file, at every step of its schedule.
template <class T>
class SnapshotObserver : public FieldObserver<T> {
 public:
  SnapshotObserver(MPI_Comm communicator, const Assembly& assembly, const RunPlan& plan,
                   const Schedule& schedule);
  bool due(Index step) const override { return schedule_.due(step); }
  Verdict observe(const Moment<T>& moment) override;
  /// Names of the files written so far, the series last.
  std::vector<std::string> files() const;

 private:
  SnapshotSeries series_;
  SnapshotInfo info_;
  Box owned_;
  Schedule schedule_;
};

/// Hashes the field at the end.
template <class T>
class HashObserver : public FieldObserver<T> {
 public:
  HashObserver(MPI_Comm communicator, const Box& owned, Index3 points, const Schedule& schedule)
      : communicator_(communicator), owned_(owned), points_(points), schedule_(schedule) {}
  bool due(Index step) const override { return schedule_.due(step); }
  Verdict observe(const Moment<T>& moment) override;
  const std::optional<std::uint64_t>& hash() const { return hash_; }

 private:
  MPI_Comm communicator_;
  Box owned_;
  Index3 points_;
  Schedule schedule_;
  std::optional<std::uint64_t> hash_;
};

}  // namespace ministencil
