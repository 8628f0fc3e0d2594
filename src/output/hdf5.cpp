// SPDX-License-Identifier: Apache-2.0
#include "output/hdf5.hpp"

#include <algorithm>

#include "core/error.hpp"

namespace ministencil {

namespace {

herr_t keep_first(unsigned depth, const H5E_error2_t* error, void* text) {
  if (depth == 0 && error->desc) *static_cast<std::string*>(text) = error->desc;
  return 0;
}

}  // namespace

QuietHdf5::QuietHdf5() {
  H5Eget_auto2(H5E_DEFAULT, &function_, &data_);
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
}

QuietHdf5::~QuietHdf5() { H5Eset_auto2(H5E_DEFAULT, function_, data_); }

std::string hdf5_reason() {
  std::string text;
  H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, keep_first, &text);
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text.empty() ? "HDF5 gives no reason" : text;
}

void check_hdf5(long long result, const std::filesystem::path& path, const std::string& problem,
                const std::string& remedy) {
  if (result >= 0) return;
  throw FileError("'" + path.string() + "' " + problem + ": " + hdf5_reason() + "; " + remedy);
}

}  // namespace ministencil
