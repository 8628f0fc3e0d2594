// SPDX-License-Identifier: Apache-2.0
/// The bytes of an input file, checked before any parser sees them.
/// Bounded: at most `input_bytes_limit` bytes are read, and only from regular files.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ministencil {

inline constexpr std::size_t input_bytes_limit = std::size_t{1} << 20;

/// The whole content of a regular file. Throws FileError if it cannot be read or is no regular file
/// (a directory, a pipe, a device), InputError if it is larger than `input_bytes_limit`.
std::string read_input_file(const std::string& path);

/// Throws InputError "name:line: …" unless `text` is UTF-8 of bearable size without tabs, control
/// characters and YAML directives. `name` stands for the path.
void require_plain_text(std::string_view text, const std::string& name);

/// Whether `text` is well-formed UTF-8: no overlong forms, surrogates or values beyond U+10FFFF.
bool is_utf8(std::string_view text);

/// `text` fit for one line of a message: control characters become '?', and what exceeds `longest`
/// bytes becomes "…".
std::string printable(std::string_view text, std::size_t longest = 60);

/// The same in single quotes.
std::string shown(std::string_view text);

}  // namespace ministencil
