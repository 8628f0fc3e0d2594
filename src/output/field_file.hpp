// SPDX-License-Identifier: Apache-2.0
/// A field in an HDF5 file, opened to read by one process alone: no call here is collective, so no
/// rank can be left waiting for one that found the file broken.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/box.hpp"
#include "output/hdf5.hpp"

namespace ministencil {

inline constexpr const char* field_dataset = "temperature";
inline constexpr const char* hash_attribute = "field_hash";
inline constexpr const char* hash_version_attribute = "field_hash_version";

/// Extents of a dataset: z y x, or y x.
using Shape = std::vector<hsize_t>;
Shape shape_of(Index3 extent, int dimensions);

class FieldFile {
 public:
  /// Opens the file and checks that it holds a field of `points` points of `element_bytes` bytes
  /// each, with 2 or 3 dimensions; throws FileError with what it holds instead.
  FieldFile(const std::filesystem::path& path, Index3 points, int dimensions, int element_bytes);

  /// Reads the points of `piece` (global coordinates), rows back to back.
  template <class T>
  void read(const Box& piece, T* values) const;

  /// The hash that the file states, as text, if it does. Throws FileError if the hash is of a
  /// version that this program does not know.
  std::optional<std::string> stated_hash() const;

 private:
  void check_shape(Index3 points, int dimensions) const;
  void check_type(int element_bytes) const;

  std::filesystem::path path_;
  Hdf5Handle file_, dataset_;
};

/// Selects `piece` in the file's dataspace and makes a matching one for memory.
Hdf5Handle select_piece(hid_t file_space, const Box& piece);

}  // namespace ministencil
