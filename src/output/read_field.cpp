// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "configuration/source_text.hpp"
#include "core/error.hpp"
#include "field/hash.hpp"
#include "output/field_file.hpp"
#include "output/snapshot.hpp"
#include "output/sum_hashes.hpp"
#include "parallel/agreement.hpp"

namespace ministencil {

template <class T>
std::vector<T> read_field(MPI_Comm communicator, const std::filesystem::path& path, Index3 points,
                          int dimensions, const Box& owned, Index piece_bytes) {
  const QuietHdf5 quiet;
  std::vector<T> values;
  std::optional<std::string> stated;
  std::uint64_t part = 0;
  collectively(communicator, [&] {
    const FieldFile file(path, points, dimensions, sizeof(T));
    stated = file.stated_hash();
    values.resize(static_cast<std::size_t>(owned.points()));
    T* next = values.data();
    for (const Box& piece : contiguous_pieces(owned, piece_bytes / Index{sizeof(T)})) {
      file.read(piece, next);
      next += piece.points();
    }
    part = hash_part(values.data(), owned, points);
  });
  const std::uint64_t found = sum_hashes(communicator, part, owned, points);
  collectively(communicator, [&] {
    if (!stated || *stated == hash_text(found)) return;
    throw FileError("'" + path.string() + "' is damaged: its values have the hash " +
                    hash_text(found) + ", it states '" + printable(*stated) +
                    "'; give another file");
  });
  return values;
}

template std::vector<float> read_field(MPI_Comm, const std::filesystem::path&, Index3, int,
                                       const Box&, Index);
template std::vector<double> read_field(MPI_Comm, const std::filesystem::path&, Index3, int,
                                        const Box&, Index);

}  // namespace ministencil
