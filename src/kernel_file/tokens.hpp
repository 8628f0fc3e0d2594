// SPDX-License-Identifier: Apache-2.0
/// Words of C++ source, as far as finding a kernel's signature needs them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ministencil {

/// An identifier, a number or one character of anything else.
struct Token {
  std::string text;
  int line;  // from 1
};

/// `text` with comments, strings and characters replaced by blanks; lines stay where they are.
std::string without_comments(std::string_view text);

/// The words of a text without comments. Directives of the preprocessor are left out.
std::vector<Token> tokens_of(std::string_view text);

}  // namespace ministencil
