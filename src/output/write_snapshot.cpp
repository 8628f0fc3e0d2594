// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cerrno>
#include <stdexcept>

#include "core/error.hpp"
#include "field/hash.hpp"
#include "output/create_snapshot.hpp"
#include "output/field_file.hpp"
#include "output/file_error.hpp"
#include "output/names.hpp"
#include "output/snapshot.hpp"
#include "output/text_file.hpp"
#include "parallel/agreement.hpp"

namespace ministencil {

namespace {

namespace fs = std::filesystem;

/// One rank's share of a snapshot that is being written.
template <class T>
struct Share {
  MPI_Comm communicator;
  Index3 points;
  Box owned;
  const T* values;
  std::vector<Box> pieces;
};

/// The file as every rank of a communicator has it open.
struct OpenFile {
  Hdf5Handle file, dataset;  // in this order: the dataset is closed first
};

/// The hash of the whole field; refuses boxes that do not add up to it.
template <class T>
std::uint64_t field_hash(const Share<T>& share) {
  std::array<std::uint64_t, 2> sums{hash_part(share.values, share.owned, share.points),
                                    static_cast<std::uint64_t>(share.owned.points())};
  MPI_Allreduce(MPI_IN_PLACE, sums.data(), 2, MPI_UINT64_T, MPI_SUM, share.communicator);
  collectively(share.communicator, [&] {
    if (sums[1] == static_cast<std::uint64_t>(share.points.product())) return;
    throw std::logic_error("a snapshot of " + std::to_string(share.points.product()) +
                           " points was given " + std::to_string(sums[1]));
  });
  return sums[0];
}

OpenFile open_together(MPI_Comm communicator, const fs::path& path) {
  OpenFile open;
  const Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
  collectively(communicator, [&] {
    H5Pset_fapl_mpio(access.id(), communicator, MPI_INFO_NULL);
    open.file = {H5Fopen(path.c_str(), H5F_ACC_RDWR, access.id()), H5Fclose};
    check_hdf5(open.file.id(), path, "cannot be opened by all ranks",
               "choose a directory that all hosts share with --output");
  });
  collectively(communicator, [&] {
    open.dataset = {H5Dopen2(open.file.id(), field_dataset, H5P_DEFAULT), H5Dclose};
    check_hdf5(open.dataset.id(), path, "cannot be written", "check the disk");
  });
  return open;
}

/// Writes the pieces of all ranks; every rank makes the same number of collective calls, whether it
/// has pieces left or not and whether a call failed or not.
template <class T>
void write_pieces(const OpenFile& open, const fs::path& path, const Share<T>& share) {
  std::int64_t calls = static_cast<std::int64_t>(share.pieces.size());
  MPI_Allreduce(MPI_IN_PLACE, &calls, 1, MPI_INT64_T, MPI_MAX, share.communicator);
  const Hdf5Handle transfer(H5Pcreate(H5P_DATASET_XFER), H5Pclose);
  H5Pset_dxpl_mpio(transfer.id(), H5FD_MPIO_COLLECTIVE);
  collectively(share.communicator, [&] {
    const T* next = share.values;
    std::string reason;
    for (std::int64_t call = 0; call < calls; ++call) {
      const bool mine = call < static_cast<std::int64_t>(share.pieces.size());
      const Box piece = mine ? share.pieces[static_cast<std::size_t>(call)] : Box{};
      const Hdf5Handle space(H5Dget_space(open.dataset.id()), H5Sclose);
      const Hdf5Handle memory = select_piece(space.id(), piece);
      const herr_t result = H5Dwrite(open.dataset.id(), native_type<T>(), memory.id(), space.id(),
                                     transfer.id(), next);
      if (result < 0 && reason.empty()) reason = hdf5_reason();
      next += piece.points();
    }
    if (reason.empty()) return;
    throw FileError("'" + path.string() + "' cannot be written: " + reason +
                    "; check the disk and the limit on file sizes (ulimit -f)");
  });
}

/// Flushes and closes; all ranks take part in both whatever the first brings.
void close_together(OpenFile& open, const fs::path& path, MPI_Comm communicator) {
  const std::string remedy = "check the disk, or choose another with --output";
  collectively(communicator, [&] {
    check_hdf5(H5Fflush(open.file.id(), H5F_SCOPE_LOCAL), path, "cannot be written", remedy);
  });
  collectively(communicator, [&] {
    const herr_t dataset = open.dataset.close(), file = open.file.close();
    check_hdf5(std::min(dataset, file), path, "cannot be closed", remedy);
  });
}

/// A write that reports success may still have failed (a full disk, say): reads this rank's points
/// back and compares them by hash.
template <class T>
void read_back(const fs::path& path, const Share<T>& share) {
  const FieldFile file(path, share.points, sizeof(T));
  std::vector<T> values;
  const T* written = share.values;
  for (const Box& piece : share.pieces) {
    values.resize(static_cast<std::size_t>(piece.points()));
    file.read(piece, values.data());
    if (hash_part(values.data(), piece, share.points) != hash_part(written, piece, share.points)) {
      throw FileError("'" + path.string() + "' does not hold what was written to it: the disk is "
                      "full or damaged; free space there or choose another with --output");
    }
    written += piece.points();
  }
}

template <class T>
void write_part(const fs::path& part, const SnapshotInfo& info, const Share<T>& share,
                std::uint64_t hash) {
  const bool creates = rank_of(share.communicator) == 0;
  collectively(share.communicator, [&] {
    if (!creates) return;
    create_snapshot(part, info, share.points, sizeof(T), hash, size_of(share.communicator));
  });
  {
    OpenFile open = open_together(share.communicator, part);
    write_pieces(open, part, share);
    close_together(open, part, share.communicator);
  }
  collectively(share.communicator, [&] {
    if (creates) sync_file(part);
  });
  collectively(share.communicator, [&] { read_back(part, share); });
}

}  // namespace

template <class T>
std::uint64_t write_snapshot(MPI_Comm communicator, const fs::path& path, const SnapshotInfo& info,
                             Index3 points, const Box& owned, const T* values, Index piece_bytes) {
  const QuietHdf5 quiet;
  const Share<T> share{communicator, points, owned, values,
                       contiguous_pieces(owned, piece_bytes / Index{sizeof(T)})};
  const std::uint64_t hash = field_hash(share);
  const bool renames = rank_of(communicator) == 0;
  fs::path part = path;
  part += part_ending;
  try {
    collectively(communicator, [&] {
      if (renames && fs::is_directory(path)) throw file_error(path, "cannot be written", EISDIR);
    });
    write_part(part, info, share, hash);
    collectively(communicator, [&] {
      if (renames) rename_durably(part, path);
    });
  } catch (const AgreedError&) {
    std::error_code ignored;
    if (renames) fs::remove(part, ignored);
    throw;
  }
  return hash;
}

template std::uint64_t write_snapshot(MPI_Comm, const fs::path&, const SnapshotInfo&, Index3,
                                      const Box&, const float*, Index);
template std::uint64_t write_snapshot(MPI_Comm, const fs::path&, const SnapshotInfo&, Index3,
                                      const Box&, const double*, Index);

}  // namespace ministencil
