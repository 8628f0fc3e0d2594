// SPDX-License-Identifier: Apache-2.0
#include "output/file_error.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <system_error>

namespace ministencil {

std::string remedy_for(int number, const std::string& option) {
  switch (number) {
    case ENOSPC:
      return "free space there or choose another file system with " + option;
    case EDQUOT:
      return "free some of your quota or choose another file system with " + option;
    case EFBIG:
      return "raise the limit on file sizes (ulimit -f)";
    case EACCES:
    case EPERM:
    case EROFS:
      return "choose a place that you may write to with " + option + ", or change its permissions";
    case ENOENT:
    case ENOTDIR:
    case EISDIR:
    case ELOOP:
    case ENAMETOOLONG:
      return "check the path, or choose another with " + option;
    default:
      return "check the file system, or choose another with " + option;
  }
}

FileError file_error(const std::filesystem::path& path, const std::string& problem, int number,
                     const std::string& option) {
  return FileError(fmt::format("'{}' {}: {}; {}", path.string(), problem,
                               std::generic_category().message(number),
                               remedy_for(number, option)));
}

}  // namespace ministencil
