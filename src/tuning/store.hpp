// SPDX-License-Identifier: Apache-2.0
/// The launches that sweeps found best, kept in a JSON file for `kernel.block: tuned`.
/// Local to the calling process. The file is replaced as a whole, so that a reader sees all of it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "tuning/block_sweep.hpp"

namespace ministencil {

struct TunedLaunch {
  TunedFor tuned_for;
  BlockShape block;
  Index chunk = 0;  // 0: the kernel walks none
  RankedBy measure = RankedBy::seconds;
  Index3 points;              // of the grid that it was found on
  std::string date, program;  // when (UTC) and by which version
  bool operator==(const TunedLaunch&) const = default;
};

/// The text of a store. At most one launch for each thing that was tuned for.
std::string store_text(const std::vector<TunedLaunch>& launches);

/// The launches in `text`; `path` stands for the file in messages. Throws FileError for what is no
/// store, or one of a later version.
std::vector<TunedLaunch> parse_store(const std::string& text, const std::filesystem::path& path);

/// The launches of a file; none if there is no such file. Throws FileError if it cannot be read or
/// is damaged.
std::vector<TunedLaunch> read_store(const std::filesystem::path& path);

std::optional<TunedLaunch> find_tuned(const std::vector<TunedLaunch>& launches,
                                      const TunedFor& tuned_for);

/// Makes the folder of the file where there is none and finds out whether the file can be replaced
/// there. Throws FileError.
void require_writable(const std::filesystem::path& path);

/// Puts `launch` into the file, in the place of the one for the same thing, and keeps all others,
/// also those that other processes add meanwhile. Makes the file and its folder where there are
/// none. Throws FileError, and leaves a damaged file as it is.
void remember(const std::filesystem::path& path, const TunedLaunch& launch);

}  // namespace ministencil
