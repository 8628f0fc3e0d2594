// SPDX-License-Identifier: Apache-2.0
#include "output/field_file.hpp"

#include "core/error.hpp"
#include "field/hash.hpp"

namespace ministencil {

namespace {

namespace fs = std::filesystem;

const std::string foreign_remedy =
    "give a snapshot of ministencil, or a file with dataset 'temperature' with axes Z Y X or Y X";

std::string shape_text(const Shape& shape) {
  std::string text;
  for (const hsize_t extent : shape) {
    text += (text.empty() ? "(" : ", ") + std::to_string(extent);
  }
  return text.empty() ? "()" : text + ")";
}

/// Opening anything but a regular file could wait for ever (a pipe).
void check_regular(const fs::path& path) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  const auto refuse = [&](const std::string& reason) {
    throw FileError("'" + path.string() + "' cannot be read: " + reason +
                    "; check the path (heat.initial.path, for an initial field)");
  };
  if (status.type() == fs::file_type::not_found) refuse("there is no such file");
  if (status.type() == fs::file_type::none) refuse(error.message());
  if (status.type() == fs::file_type::directory) refuse("it is a directory");
  if (status.type() != fs::file_type::regular) refuse("it is not a regular file");
}

Hdf5Handle open_to_read(const fs::path& path) {
  Hdf5Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
#if H5_VERSION_GE(1, 10, 7)
  H5Pset_file_locking(access.id(), true, true);  // some file systems cannot lock
#endif
  return {H5Fopen(path.c_str(), H5F_ACC_RDONLY, access.id()), H5Fclose};
}

/// The attribute's one integer; 0 if it holds anything else, which a foreign file may.
int read_number(hid_t attribute) {
  const Hdf5Handle type(H5Aget_type(attribute), H5Tclose);
  const Hdf5Handle space(H5Aget_space(attribute), H5Sclose);
  if (H5Tget_class(type.id()) != H5T_INTEGER || H5Sget_simple_extent_npoints(space.id()) != 1) {
    return 0;
  }
  int number = 0;
  return H5Aread(attribute, H5T_NATIVE_INT, &number) < 0 ? 0 : number;
}

std::string read_text(hid_t attribute) {
  const Hdf5Handle type(H5Aget_type(attribute), H5Tclose);
  const Hdf5Handle space(H5Aget_space(attribute), H5Sclose);
  if (H5Tget_class(type.id()) != H5T_STRING || H5Sget_simple_extent_npoints(space.id()) != 1) {
    return {};
  }
  if (H5Tis_variable_str(type.id()) > 0) {
    char* text = nullptr;
    if (H5Aread(attribute, type.id(), static_cast<void*>(&text)) < 0 || !text) return {};
    std::string copy = text;
    H5free_memory(text);
    return copy;
  }
  std::string text(H5Tget_size(type.id()), '\0');
  if (H5Aread(attribute, type.id(), text.data()) < 0) return {};
  return text.c_str();  // up to the terminator
}

}  // namespace

Shape shape_of(Index3 extent, int dimensions) {
  Shape shape;
  for (int axis = dimensions - 1; axis >= 0; --axis) {
    shape.push_back(static_cast<hsize_t>(extent[axis]));
  }
  return shape;
}

Hdf5Handle select_piece(hid_t file_space, const Box& piece) {
  const int dimensions = H5Sget_simple_extent_ndims(file_space);
  const Shape first = shape_of(piece.first, dimensions);
  const Shape extent = shape_of(piece.extent(), dimensions);
  H5Sselect_hyperslab(file_space, H5S_SELECT_SET, first.data(), nullptr, extent.data(), nullptr);
  return {H5Screate_simple(dimensions, extent.data(), nullptr), H5Sclose};
}

FieldFile::FieldFile(const fs::path& path, Index3 points, int dimensions, int element_bytes)
    : path_(path) {
  check_regular(path);
  file_ = open_to_read(path);
  check_hdf5(file_.id(), path, "cannot be read as HDF5",
             "it is truncated, damaged or another kind "
             "of file: " +
                 foreign_remedy);
  dataset_ = {H5Dopen2(file_.id(), field_dataset, H5P_DEFAULT), H5Dclose};
  check_hdf5(dataset_.id(), path, "has no dataset 'temperature'", foreign_remedy);
  check_shape(points, dimensions);
  check_type(element_bytes);
}

void FieldFile::check_shape(Index3 points, int dimensions) const {
  const Hdf5Handle space(H5Dget_space(dataset_.id()), H5Sclose);
  const int rank = H5Sget_simple_extent_ndims(space.id());
  check_hdf5(rank, path_, "has a dataset 'temperature' without a shape", foreign_remedy);
  Shape shape(static_cast<std::size_t>(rank));
  H5Sget_simple_extent_dims(space.id(), shape.data(), nullptr);
  const Shape expected = shape_of(points, dimensions);
  if (expected == shape) return;
  throw FileError("'" + path_.string() + "' holds a field of another shape: " + shape_text(shape) +
                  " where the grid has " + shape_text(expected) +
                  (dimensions == 2 ? " in Y X order; change" : " in Z Y X order; change") +
                  " grid.points or give another file");
}

void FieldFile::check_type(int element_bytes) const {
  const Hdf5Handle type(H5Dget_type(dataset_.id()), H5Tclose);
  const bool number = H5Tget_class(type.id()) == H5T_FLOAT;
  const std::size_t bytes = H5Tget_size(type.id());
  if (number && bytes == static_cast<std::size_t>(element_bytes)) return;
  const std::string found =
      number ? "float" + std::to_string(8 * bytes) : std::string("no floating-point numbers");
  throw FileError("'" + path_.string() + "' holds another kind of values: " + found +
                  " where the run has float" + std::to_string(8 * element_bytes) +
                  "; change precision or give another file");
}

template <class T>
void FieldFile::read(const Box& piece, T* values) const {
  const Hdf5Handle space(H5Dget_space(dataset_.id()), H5Sclose);
  const Hdf5Handle memory = select_piece(space.id(), piece);
  check_hdf5(H5Dread(dataset_.id(), native_type<T>(), memory.id(), space.id(), H5P_DEFAULT, values),
             path_, "cannot be read", "it is damaged, or its disk is: give another file");
}

std::optional<std::string> FieldFile::stated_hash() const {
  if (H5Aexists(file_.id(), hash_attribute) <= 0) return {};
  const Hdf5Handle number(H5Aopen(file_.id(), hash_version_attribute, H5P_DEFAULT), H5Aclose);
  const int version = number.id() >= 0 ? read_number(number.id()) : 0;
  if (version != field_hash_version) {
    throw FileError("'" + path_.string() + "' cannot be verified: its field_hash_version is " +
                    std::to_string(version) + ", this program knows " +
                    std::to_string(field_hash_version) +
                    "; use the program that wrote it, or delete attribute 'field_hash'");
  }
  const Hdf5Handle text(H5Aopen(file_.id(), hash_attribute, H5P_DEFAULT), H5Aclose);
  return read_text(text.id());
}

template void FieldFile::read(const Box&, float*) const;
template void FieldFile::read(const Box&, double*) const;

}  // namespace ministencil
