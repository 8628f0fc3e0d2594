// SPDX-License-Identifier: Apache-2.0
#include "kernel_file/diagnostics.hpp"

#include <sstream>

namespace ministencil {

namespace {

void replace_all(std::string& text, const std::string& word, const std::string& with) {
  if (word.empty()) return;
  for (std::size_t at = 0; (at = text.find(word, at)) != text.npos; at += with.size()) {
    text.replace(at, word.size(), with);
  }
}

bool is_error(const std::string& line) {
  for (const char* const word : {": error:", ": fatal error:", ": catastrophic error:"}) {
    if (line.find(word) != line.npos) return true;
  }
  return false;
}

/// Excerpts of source and carets follow the message that they belong to.
bool is_continuation(const std::string& line) { return line.empty() || line[0] == ' '; }

std::string without_namespaces(std::string line) {
  for (const char* prefix :
       {"ministencil::{anonymous}::of_the_user::", "ministencil::{anonymous}::",
        "ministencil::<unnamed>::", "ministencil::"}) {
    replace_all(line, prefix, "");
  }
  return line;
}

}  // namespace

std::string trimmed_diagnostics(const std::string& messages, const DiagnosticPaths& paths) {
  std::istringstream lines(messages);
  std::string line, kept;
  bool keeps = false, any_error = false;
  while (std::getline(lines, line)) {
    const bool is_inclusion = line.find("from ") < line.find(':') &&
                              (line.starts_with("In file included") || line.starts_with("      "));
    if (is_inclusion) continue;
    if (!is_continuation(line)) {
      any_error = any_error || is_error(line);
      keeps = line.starts_with(paths.file + ":") || is_error(line);
    }
    if (keeps) kept += line + "\n";
  }
  if (!any_error) kept = messages;
  kept = without_namespaces(kept);
  replace_all(kept, paths.file, paths.shown_file);
  replace_all(kept, paths.wrapper, "(around the kernel)");
  replace_all(kept, paths.headers + "/", "");
  while (kept.ends_with('\n')) kept.pop_back();
  return kept;
}

}  // namespace ministencil
