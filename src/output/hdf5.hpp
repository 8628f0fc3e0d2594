// SPDX-License-Identifier: Apache-2.0
/// HDF5 handles with one owner, and its errors as exceptions.
#pragma once

#include <hdf5.h>

#include <filesystem>
#include <string>
#include <utility>

namespace ministencil {

/// Keeps HDF5 from printing its error stack while it lives: the exception says what matters.
class QuietHdf5 {
 public:
  QuietHdf5();
  ~QuietHdf5();
  QuietHdf5(const QuietHdf5&) = delete;
  QuietHdf5& operator=(const QuietHdf5&) = delete;

 private:
  H5E_auto2_t function_ = nullptr;
  void* data_ = nullptr;
};

/// Owns an identifier of HDF5; closes it with the function that its kind needs.
class Hdf5Handle {
 public:
  using Close = herr_t (*)(hid_t);

  Hdf5Handle() = default;
  Hdf5Handle(hid_t id, Close close) : id_(id), close_(close) {}
  Hdf5Handle(Hdf5Handle&& other) noexcept { swap(other); }
  Hdf5Handle& operator=(Hdf5Handle&& other) noexcept {
    swap(other);
    return *this;
  }
  ~Hdf5Handle() { close(); }

  hid_t id() const { return id_; }
  /// Gives up the handle without closing it.
  void abandon() { id_ = -1; }
  /// Negative if HDF5 reports an error; what it could not write before shows only here.
  herr_t close() { return id_ < 0 ? 0 : close_(std::exchange(id_, -1)); }

 private:
  void swap(Hdf5Handle& other) noexcept {
    std::swap(id_, other.id_);
    std::swap(close_, other.close_);
  }
  hid_t id_ = -1;
  Close close_ = nullptr;
};

/// Where HDF5's last error came from, on one line.
std::string hdf5_reason();

/// Throws FileError "'<path>' <problem>: <reason of HDF5>; <remedy>" if `result` is negative.
void check_hdf5(long long result, const std::filesystem::path& path, const std::string& problem,
                const std::string& remedy);

template <class T>
hid_t native_type() {
  return sizeof(T) == 4 ? H5T_NATIVE_FLOAT : H5T_NATIVE_DOUBLE;
}

}  // namespace ministencil
