// SPDX-License-Identifier: Apache-2.0
#include "kernel_file/tokens.hpp"

#include <algorithm>
#include <cctype>

namespace ministencil {

namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

/// Where the comment, string or character that begins at `at` ends; `at` if none begins there.
std::size_t end_of_blank(std::string_view text, std::size_t at) {
  const auto end_after = [&](std::string_view what) {
    const std::size_t found = text.find(what, at + 2);
    return found == text.npos ? text.size() : found + what.size();
  };
  if (text.substr(at, 2) == "/*") return end_after("*/");
  if (text.substr(at, 2) == "//") return std::min(text.find('\n', at), text.size());
  const char quote = text[at];
  const bool is_separator = at > 0 && is_word(text[at - 1]);  // 1'000
  if (quote != '"' && (quote != '\'' || is_separator)) return at;
  for (std::size_t i = at + 1; i < text.size() && text[i] != '\n'; ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == quote)
      return i + 1;
  }
  return at + 1;
}

}  // namespace

std::string without_comments(std::string_view text) {
  std::string blanked(text);
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::size_t end = end_of_blank(text, at);
    for (; at < end; ++at) {
      if (text[at] != '\n') blanked[at] = ' ';
    }
    if (at >= text.size()) break;
    if (end_of_blank(text, at) != at) --at;  // another one follows at once
  }
  return blanked;
}

std::optional<int> unclosed_comment(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = end_of_blank(text, at);
    const bool is_open = text.substr(at, 2) == "/*" && text.find("*/", at + 2) == text.npos;
    if (is_open) return 1 + static_cast<int>(std::count(text.begin(), text.begin() + at, '\n'));
    at = std::max(end, at + 1);
  }
  return {};
}

std::optional<Token> unmatched_bracket(const std::vector<Token>& tokens) {
  constexpr std::string_view opening = "({[", closing = ")}]";
  std::vector<Token> open;
  for (const Token& token : tokens) {
    if (token.text.size() != 1) continue;
    const std::size_t closes = closing.find(token.text);
    if (opening.find(token.text) != opening.npos) open.push_back(token);
    if (closes == closing.npos) continue;
    if (open.empty() || opening.find(open.back().text) != closes) return token;
    open.pop_back();
  }
  return open.empty() ? std::nullopt : std::optional(open.back());
}

std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> tokens;
  int line = 1;
  bool is_line_start = true;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '#' && is_line_start) {
      while (at < text.size() && text[at] != '\n') {
        const bool goes_on = text[at] == '\\' && at + 1 < text.size() && text[at + 1] == '\n';
        line += goes_on;
        at += goes_on ? 2 : 1;
      }
    } else if (std::isspace(static_cast<unsigned char>(c))) {
      line += c == '\n';
      is_line_start = is_line_start || c == '\n';
      ++at;
    } else {
      std::size_t end = at + 1;
      while (is_word(c) && end < text.size() && is_word(text[end])) ++end;
      tokens.push_back({std::string(text.substr(at, end - at)), line});
      is_line_start = false;
      at = end;
    }
  }
  return tokens;
}

}  // namespace ministencil
