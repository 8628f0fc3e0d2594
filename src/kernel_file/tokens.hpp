// SPDX-License-Identifier: Apache-2.0
/// Words of C++ source, as far as finding a kernel's signature needs them.
#pragma once

#include <optional>
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

/// The line on which a comment begins that never ends.
std::optional<int> unclosed_comment(std::string_view text);

/// The first bracket without its counterpart: one that closes nothing or another kind, else the
/// innermost that is never closed. Branches of the preprocessor count as if all were compiled.
std::optional<Token> unmatched_bracket(const std::vector<Token>& tokens);

/// The words of a text without comments. Directives of the preprocessor are left out.
std::vector<Token> tokens_of(std::string_view text);

}  // namespace ministencil
