// SPDX-License-Identifier: Apache-2.0
#include "output/directory.hpp"

#include <fmt/format.h>
#include <sys/statvfs.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <vector>

#include "core/error.hpp"
#include "output/descriptor.hpp"
#include "output/file_error.hpp"
#include "output/names.hpp"
#include "output/report_text.hpp"
#include "parallel/agreement.hpp"

namespace ministencil {

namespace fs = std::filesystem;

void try_to_write(const fs::path& folder, const std::string& option) {
  std::string name = (folder / "probe.XXXXXX").string();
  Descriptor probe(::mkstemp(name.data()));
  if (!probe.valid()) throw file_error(folder, "cannot be written to", errno, option);
  const bool written = ::write(probe.number(), "x", 1) == 1 && ::fsync(probe.number()) == 0;
  const int number = errno;
  const bool removed = ::unlink(name.c_str()) == 0;
  if (!written) throw file_error(folder, "cannot be written to", number, option);
  if (!removed) throw file_error(folder, "cannot be written to", errno, option);
}

namespace {

std::string named(const fs::path& path) { return "output directory '" + path.string() + "'"; }

void create(const fs::path& path) {
  if (fs::is_symlink(fs::symlink_status(path)) && !fs::exists(path)) {
    throw FileError(named(path) + " is a symlink to '" + fs::read_symlink(path).string() +
                    "', which does not exist; create it or remove the symlink");
  }
  if (fs::exists(path) && !fs::is_directory(path)) {
    throw FileError(named(path) + " is not a directory but a file; choose another with --output");
  }
  fs::create_directories(path);
}

struct EarlierFiles {
  std::vector<fs::path> paths;
  Index bytes = 0;
  int signs = 0;  // files that show that the command has been here
};

EarlierFiles earlier_files(const fs::path& directory, OutputOf command) {
  EarlierFiles files;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory)) {
    const std::string name = entry.path().filename().string();
    if (!is_output_name(name, command) || fs::is_directory(entry.symlink_status())) continue;
    files.paths.push_back(entry.path());
    files.signs += is_sign_of(command, name) ? 1 : 0;
    if (fs::is_regular_file(entry.symlink_status())) {
      files.bytes += static_cast<Index>(entry.file_size());
    }
  }
  return files;
}

void check_space(const fs::path& path, Index reusable, Index planned) {
  struct statvfs system{};
  if (::statvfs(path.c_str(), &system) != 0) throw file_error(path, "cannot be examined", errno);
  // In floating point: the product may exceed 64 bits on file systems that claim to be endless.
  const double free = static_cast<double>(system.f_bavail) * static_cast<double>(system.f_frsize) +
                      static_cast<double>(reusable);
  const double needed = static_cast<double>(planned);
  if (needed <= free) return;
  throw FileError(
      fmt::format("{} lacks space: the run will write {}, {} are free; write fewer "
                  "snapshots (output.snapshots.every) or choose another with --output",
                  named(path), with_prefix(needed, "B"), with_prefix(free, "B")));
}

/// Open MPI's file layer keeps names in 256 bytes and aborts beyond.
void require_short(const fs::path& path) {
  constexpr std::size_t longest = 200;  // leaves room for the names of the files
  const std::size_t length = fs::absolute(path).native().size();
  if (length <= longest) return;
  throw FileError("output directory of " + std::to_string(length) +
                  " characters is too long for MPI's file layer: at most " +
                  std::to_string(longest) + "; choose a shorter one with --output");
}

void prepare(const fs::path& path, EarlierRun earlier, Index planned_bytes, OutputOf command) {
  require_short(path);
  create(path);
  try_to_write(path);
  const EarlierFiles files = earlier_files(path, command);
  if (files.signs > 0 && earlier == EarlierRun::refuse) {
    throw FileError(named(path) + " holds an earlier " + name_of(command) + " ('" +
                    files.paths.front().filename().string() + "' and " +
                    std::to_string(files.paths.size() - 1) +
                    " more files); choose another with --output or allow --overwrite");
  }
  // A comparison writes at its end only, and then replaces its files.
  const bool removes = earlier == EarlierRun::overwrite && command == OutputOf::run;
  check_space(path, removes ? files.bytes : 0, planned_bytes);
  if (!removes) return;
  for (const fs::path& file : files.paths) fs::remove(file);
}

}  // namespace

void prepare_directory(MPI_Comm communicator, const fs::path& path, EarlierRun earlier,
                       Index planned_bytes, OutputOf command) {
  collectively(communicator, [&] {
    if (rank_of(communicator) != 0) return;
    try {
      prepare(path, earlier, planned_bytes, command);
    } catch (const fs::filesystem_error& error) {
      throw file_error(path, "cannot be used as output directory", error.code().value());
    }
  });
}

}  // namespace ministencil
