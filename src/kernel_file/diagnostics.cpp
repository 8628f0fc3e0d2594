// SPDX-License-Identifier: Apache-2.0
#include "kernel_file/diagnostics.hpp"

#include <sstream>
#include <vector>

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

/// A message and the excerpts that belong to it.
struct Diagnostic {
  std::string first_line, text;
};

std::vector<Diagnostic> diagnostics_in(const std::string& messages) {
  std::istringstream lines(messages);
  std::vector<Diagnostic> found;
  for (std::string line; std::getline(lines, line);) {
    const bool is_inclusion = line.find("from ") < line.find(':') &&
                              (line.starts_with("In file included") || line.starts_with("      "));
    if (is_inclusion) continue;
    if (found.empty() || !is_continuation(line)) found.push_back({line, ""});
    found.back().text += line + "\n";
  }
  return found;
}

}  // namespace

std::string trimmed_diagnostics(const std::string& messages, const DiagnosticPaths& paths,
                                const std::string& known) {
  const std::vector<Diagnostic> all = diagnostics_in(messages);
  const auto is_in = [](const Diagnostic& d, const std::string& file) {
    return d.first_line.starts_with(file + ":");
  };
  bool any_error = false, names_own_error = !known.empty();
  for (const Diagnostic& d : all) {
    any_error = any_error || is_error(d.first_line);
    names_own_error = names_own_error || (is_error(d.first_line) && !is_in(d, paths.wrapper));
  }
  std::string kept = known;
  for (const Diagnostic& d : all) {
    const bool is_around = is_in(d, paths.wrapper) && names_own_error;
    if (is_in(d, paths.file) || (is_error(d.first_line) && !is_around)) kept += d.text;
  }
  if (!any_error) kept = known + messages;
  kept = without_namespaces(kept);
  replace_all(kept, paths.file, paths.shown_file);
  replace_all(kept, paths.wrapper, "(around the kernel)");
  replace_all(kept, paths.headers + "/", "");
  while (kept.ends_with('\n')) kept.pop_back();
  return kept;
}

}  // namespace ministencil
