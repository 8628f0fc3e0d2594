// SPDX-License-Identifier: Apache-2.0
#include "output/text_file.hpp"

#include <fcntl.h>

#include <cerrno>
#include <cstdio>

#include "output/descriptor.hpp"
#include "output/file_error.hpp"
#include "output/names.hpp"

namespace ministencil {

namespace {

namespace fs = std::filesystem;

void write_all(const Descriptor& file, const fs::path& path, std::string_view text,
               const std::string& option) {
  while (!text.empty()) {
    const ssize_t written = ::write(file.number(), text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) throw file_error(path, "cannot be written", errno, option);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
}

void write_synced(const fs::path& part, const fs::path& path, std::string_view text,
                  const std::string& option) {
  std::error_code ignored;
  fs::remove(part, ignored);  // left by a run that was killed; may be a symlink, so not reused
  Descriptor file(::open(part.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!file.valid()) throw file_error(path, "cannot be written", errno, option);
  write_all(file, path, text, option);
  if (::fsync(file.number()) != 0) throw file_error(path, "cannot be written", errno, option);
  if (!file.close()) throw file_error(path, "cannot be written", errno, option);
}

}  // namespace

void write_text_atomically(const fs::path& path, std::string_view text, const std::string& option) {
  fs::path part = path;
  part += part_ending;
  try {
    write_synced(part, path, text, option);
    rename_durably(part, path, option);
  } catch (...) {
    std::error_code ignored;
    fs::remove(part, ignored);
    throw;
  }
}

void rename_durably(const fs::path& from, const fs::path& to, const std::string& option) {
  if (std::rename(from.c_str(), to.c_str()) != 0) {
    throw file_error(to, "cannot be replaced", errno, option);
  }
  const fs::path parent = to.has_parent_path() ? to.parent_path() : fs::path(".");
  const Descriptor directory(::open(parent.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // The rename is done; some file systems cannot sync directories and say EINVAL.
  if (directory.valid() && ::fsync(directory.number()) != 0 && errno == EIO) {
    throw file_error(to, "cannot be synced", errno, option);
  }
}

}  // namespace ministencil
