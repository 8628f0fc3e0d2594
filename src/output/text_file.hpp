// SPDX-License-Identifier: Apache-2.0
/// Writes a text file whole or not at all.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace ministencil {

/// Writes `text` aside, syncs it, and renames it to `path`; a reader sees the old file or the new
/// one. A symlink at `path` is replaced, not followed. Local to the calling process.
/// Throws FileError (disk full, file-size limit, missing directory, …) and leaves an earlier file
/// as it was. A file-size limit is only reported if the program ignores SIGXFSZ. `option` is the
/// one that names another place, for messages.
void write_text_atomically(const std::filesystem::path& path, std::string_view text,
                           const std::string& option = "--output");

/// Renames `from` to `to` and syncs the directory that holds them. Throws FileError.
void rename_durably(const std::filesystem::path& from, const std::filesystem::path& to,
                    const std::string& option = "--output");

}  // namespace ministencil
