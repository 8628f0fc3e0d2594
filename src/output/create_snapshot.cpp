// SPDX-License-Identifier: Apache-2.0
#include "output/create_snapshot.hpp"

#include <fcntl.h>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/statvfs.h>

#include <array>
#include <cerrno>
#include <ctime>

#include "field/hash.hpp"
#include "output/descriptor.hpp"
#include "output/field_file.hpp"
#include "output/file_error.hpp"
#include "output/file_values.hpp"

namespace ministencil {

namespace {

namespace fs = std::filesystem;

const std::string disk_remedy = "check the disk, or choose another with --output";

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

/// Writes attributes of one object.
class Attributes {
 public:
  Attributes(hid_t object, const fs::path& path) : object_(object), path_(path) {}

  void text(const char* name, const std::string& value) const {
    const Hdf5Handle type(H5Tcopy(H5T_C_S1), H5Tclose), space(H5Screate(H5S_SCALAR), H5Sclose);
    H5Tset_size(type.id(), H5T_VARIABLE);
    H5Tset_cset(type.id(), H5T_CSET_UTF8);
    const char* pointer = value.c_str();
    write(name, type.id(), type.id(), space.id(), static_cast<const void*>(&pointer));
  }
  void number(const char* name, Index value) const {
    const Hdf5Handle space(H5Screate(H5S_SCALAR), H5Sclose);
    write(name, H5T_STD_I64LE, H5T_NATIVE_INT64, space.id(), &value);
  }
  void number(const char* name, double value) const {
    const Hdf5Handle space(H5Screate(H5S_SCALAR), H5Sclose);
    write(name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, space.id(), &value);
  }
  void numbers(const char* name, const std::array<double, axes>& values, int dimensions) const {
    const hsize_t count = static_cast<hsize_t>(dimensions);
    const Hdf5Handle space(H5Screate_simple(1, &count, nullptr), H5Sclose);
    write(name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, space.id(), values.data());
  }

 private:
  void write(const char* name, hid_t stored, hid_t given, hid_t space, const void* value) const {
    const Hdf5Handle attribute(H5Acreate2(object_, name, stored, space, H5P_DEFAULT, H5P_DEFAULT),
                               H5Aclose);
    const bool written = attribute.id() >= 0 && H5Awrite(attribute.id(), given, value) >= 0;
    check_hdf5(written ? 0 : -1, path_, "cannot take attribute '" + std::string(name) + "'",
               disk_remedy);
  }
  hid_t object_;
  const fs::path& path_;
};

void write_attributes(const Attributes& to, const SnapshotInfo& info, int element_bytes,
                      std::uint64_t hash, int ranks) {
  to.number("schema_version", Index{snapshot_schema_version});
  to.number("time", info.time);
  to.number("step", info.step);
  to.numbers("spacing", info.spacing, info.dimensions);
  to.numbers("origin", info.origin, info.dimensions);
  to.text("axes", info.dimensions == 2 ? "temperature: Y X; spacing and origin: X Y"
                                       : "temperature: Z Y X; spacing and origin: X Y Z");
  to.text("units", "temperature: K; time: s; spacing and origin: m");
  to.text("precision", element_bytes == 4 ? "float32" : "float64");
  to.text("input", info.input);
  to.text(hash_attribute, hash_text(hash));
  to.number(hash_version_attribute, Index{field_hash_version});
  to.text("kernel", info.kernel);
  to.text("backend", info.backend);
  to.number("ranks", Index{ranks});
  to.text("program_version", info.version);
  to.text("git_commit", info.commit);
  to.text("host", host_name());
  to.text("date", date_text());
}

/// A dataset whose bytes lie in one stretch of the file and are not filled by HDF5.
Hdf5Handle create_dataset(hid_t file, Index3 points, int dimensions, int element_bytes) {
  const Shape shape = shape_of(points, dimensions);
  const Hdf5Handle space(H5Screate_simple(dimensions, shape.data(), nullptr), H5Sclose);
  const Hdf5Handle creation(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
  H5Pset_layout(creation.id(), H5D_CONTIGUOUS);
  H5Pset_alloc_time(creation.id(), H5D_ALLOC_TIME_EARLY);
  H5Pset_fill_time(creation.id(), H5D_FILL_TIME_NEVER);
  return {H5Dcreate2(file, field_dataset, element_bytes == 4 ? H5T_IEEE_F32LE : H5T_IEEE_F64LE,
                     space.id(), H5P_DEFAULT, creation.id(), H5P_DEFAULT),
          H5Dclose};
}

/// Creates the file; one that a killed run left, perhaps a symlink, is not reused.
void create_empty(const fs::path& path) {
  std::error_code ignored;
  fs::remove(path, ignored);
  const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!file.valid()) throw file_error(path, "cannot be created", errno);
}

/// Makes the file system set aside the first `bytes` of the file, which may have holes.
void reserve(const fs::path& path, Index bytes) {
  const std::string problem = fmt::format("cannot take {} bytes", bytes);
  const Descriptor file(::open(path.c_str(), O_RDWR | O_CLOEXEC));
  if (!file.valid()) throw file_error(path, problem, errno);
  if (::fallocate(file.number(), 0, 0, bytes) == 0) return;
  if (errno != EOPNOTSUPP && errno != ENOSYS) throw file_error(path, problem, errno);
  // posix_fallocate() would write to every block here, one by one; the free space has to do.
  struct statvfs system{};
  if (::fstatvfs(file.number(), &system) != 0) throw file_error(path, problem, errno);
  const double free = static_cast<double>(system.f_bavail) * static_cast<double>(system.f_frsize);
  if (static_cast<double>(bytes) > free) throw file_error(path, problem, ENOSPC);
}

/// Everything in the file but the values.
void fill(hid_t file, const fs::path& path, const SnapshotInfo& info, Index3 points,
          int element_bytes, std::uint64_t hash, int ranks) {
  Hdf5Handle dataset = create_dataset(file, points, info.dimensions, element_bytes);
  check_hdf5(dataset.id(), path, "cannot take dataset 'temperature'", disk_remedy);
  write_attributes({file, path}, info, element_bytes, hash, ranks);
  Attributes(dataset.id(), path).text("axes", info.dimensions == 2 ? "Y X" : "Z Y X");
  Attributes(dataset.id(), path).text("units", "K");
  check_hdf5(dataset.close(), path, "cannot be written", disk_remedy);
  check_hdf5(H5Fflush(file, H5F_SCOPE_LOCAL), path, "cannot be written", disk_remedy);
}

}  // namespace

void create_snapshot(const fs::path& path, const SnapshotInfo& info, Index3 points,
                     int element_bytes, std::uint64_t hash, int ranks) {
  create_empty(path);
  reserve(path, snapshot_bytes(points, element_bytes) + static_cast<Index>(info.input.size()));
  Hdf5Handle file(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT), H5Fclose);
  check_hdf5(file.id(), path, "cannot be created", "choose a writable directory with --output");
  try {
    fill(file.id(), path, info, points, element_bytes, hash, ranks);
  } catch (...) {
    file.abandon();  // HDF5 crashes at exit where it could not write what it had to when it closed
    throw;
  }
  check_hdf5(file.close(), path, "cannot be written", disk_remedy);
  // Again, since HDF5 emptied the file, and what it wrote since then is mostly a hole.
  reserve(path, static_cast<Index>(fs::file_size(path)));
}

void sync_file(const fs::path& path) {
  Descriptor file(::open(path.c_str(), O_RDWR | O_CLOEXEC));
  if (!file.valid() || ::fsync(file.number()) != 0 || !file.close()) {
    throw file_error(path, "cannot be written", errno);
  }
}

Index snapshot_bytes(Index3 points, int element_bytes) {
  constexpr Index attributes = 16 * 1024;
  return points.product() * element_bytes + attributes;
}

}  // namespace ministencil
