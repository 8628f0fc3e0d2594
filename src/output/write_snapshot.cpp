// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cerrno>

#include "core/error.hpp"
#include "field/hash.hpp"
#include "output/create_snapshot.hpp"
#include "output/field_file.hpp"
#include "output/file_error.hpp"
#include "output/names.hpp"
#include "output/snapshot.hpp"
#include "output/sum_hashes.hpp"
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

/// Writes this rank's pieces, all ranks at once into the file that they opened together. The
/// transfers themselves are independent: where one rank's part of a collective transfer fails (a
/// limit on file sizes, a bad disk), OMPIO and ROMIO never return on the others. Each piece being
/// one stretch of the rank's box, this costs no time where it was measured (256³ points, 4 ranks).
template <class T>
void write_pieces(const OpenFile& open, const fs::path& path, const Share<T>& share) {
  const T* next = share.values;
  for (const Box& piece : share.pieces) {
    const Hdf5Handle space(H5Dget_space(open.dataset.id()), H5Sclose);
    const Hdf5Handle memory = select_piece(space.id(), piece);
    check_hdf5(
        H5Dwrite(open.dataset.id(), native_type<T>(), memory.id(), space.id(), H5P_DEFAULT, next),
        path, "cannot be written", "check the disk and the limit on file sizes (ulimit -f)");
    next += piece.points();
  }
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
void read_back(const fs::path& path, const Share<T>& share, int dimensions) {
  const FieldFile file(path, share.points, dimensions, sizeof(T));
  std::vector<T> values;
  const T* written = share.values;
  for (const Box& piece : share.pieces) {
    values.resize(static_cast<std::size_t>(piece.points()));
    file.read(piece, values.data());
    if (hash_part(values.data(), piece, share.points) != hash_part(written, piece, share.points)) {
      throw FileError("'" + path.string() +
                      "' does not hold what was written to it: the disk is "
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
    collectively(share.communicator, [&] { write_pieces(open, part, share); });
    close_together(open, part, share.communicator);
  }
  collectively(share.communicator, [&] {
    if (creates) sync_file(part);
  });
  collectively(share.communicator, [&] { read_back(part, share, info.dimensions); });
}

}  // namespace

template <class T>
std::uint64_t write_snapshot(MPI_Comm communicator, const fs::path& path, const SnapshotInfo& info,
                             Index3 points, const Box& owned, const T* values, Index piece_bytes) {
  const QuietHdf5 quiet;
  const Share<T> share{communicator, points, owned, values,
                       contiguous_pieces(owned, piece_bytes / Index{sizeof(T)})};
  const std::uint64_t hash =
      sum_hashes(communicator, hash_part(values, owned, points), owned, points);
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
