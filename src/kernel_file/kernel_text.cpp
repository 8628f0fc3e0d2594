// SPDX-License-Identifier: Apache-2.0
#include "kernel_file/kernel_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "configuration/source_text.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "kernel_file/tokens.hpp"

namespace ministencil {

namespace {

using Tokens = std::vector<Token>;
using Words = std::vector<std::string>;

[[noreturn]] void refuse(const std::string& path, const std::string& reason) {
  throw InputError(fmt::format(
      "kernel file {}: {}; write one function of one of these forms:\n"
      "  plain, for a cube or a square of N points a side, its border copied through:\n"
      "    __global__ void any_name(const float* in, float* out, int N)\n"
      "    and after N, where needed, numbers (int, float), set by --argument NAME=VALUE\n"
      "  variant, for every grid and any number of ranks (kernels/README.md):\n"
      "    template <class T, class Update>\n"
      "    __global__ void any_name(const T* in, T* out, Region region, Update update)\n"
      "    and constexpr KernelDescription description{{…}};",
      shown(path), reason));
}

/// The index after the bracket that closes the one at `at`.
std::size_t after_bracket(const Tokens& tokens, std::size_t at) {
  int depth = 0;
  for (; at < tokens.size(); ++at) {
    depth += tokens[at].text == "(";
    depth -= tokens[at].text == ")";
    if (depth == 0) return at + 1;
  }
  return at;
}

[[noreturn]] void refuse_line(const std::string& path, int line, const std::string& reason) {
  throw InputError(fmt::format("kernel file {}: line {} {}", shown(path), line, reason));
}

std::string words_on(const Token& bracket) {
  return fmt::format("'{}' {}", bracket.text,
                     std::string_view(")}]").find(bracket.text) == std::string_view::npos
                         ? "is never closed"
                         : "closes nothing that this file opens");
}

void refuse_exceptions(const std::string& path, const Tokens& tokens) {
  for (const Token& token : tokens) {
    if (token.text != "throw" && token.text != "try" && token.text != "catch") continue;
    refuse_line(path, token.line,
                "says '" + token.text +
                    "': GPUs have no exceptions; return early, or store a value that shows the "
                    "fault");
  }
}

/// Where the declaration goes on after `__device__` at `at`: its first of "( { ; = [".
std::size_t end_of_declarator(const Tokens& tokens, std::size_t at) {
  for (; at < tokens.size(); ++at) {
    const std::string& word = tokens[at].text;
    if (word == "__align__" || word == "alignas" || word == "__attribute__") {
      at = after_bracket(tokens, at + 1) - 1;
    } else if (word.size() == 1 && std::string_view("({;=[").find(word) != std::string_view::npos) {
      break;
    }
  }
  return at;
}

bool is_constant(const Tokens& tokens, std::size_t at, std::size_t end) {
  while (at > 0 && tokens[at - 1].text != ";" && tokens[at - 1].text != "}") --at;
  return std::any_of(tokens.begin() + static_cast<std::ptrdiff_t>(at),
                     tokens.begin() + static_cast<std::ptrdiff_t>(end), [](const Token& t) {
                       return t.text == "const" || t.text == "constexpr" ||
                              t.text == "__constant__";
                     });
}

/// Variables of the device that are no constants keep values from launch to launch.
void refuse_device_variables(const std::string& path, const Tokens& tokens) {
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (tokens[at].text != "__device__" && tokens[at].text != "__managed__") continue;
    const std::size_t end = end_of_declarator(tokens, at);
    if (end >= tokens.size() || end == 0) return;
    const bool is_variable = tokens[end].text != "(";
    if (!is_variable || is_constant(tokens, at, end)) continue;
    refuse_line(path, tokens[end - 1].line,
                "declares the device variable '" + tokens[end - 1].text +
                    "', and variables that outlive a launch are not supported; use a __shared__ "
                    "array in the kernel, a number after N (--argument), or __constant__ values");
  }
}

/// A function marked __global__ that has a body.
struct Signature {
  std::string name;
  int line;
  bool is_template, is_c;
  std::vector<Words> parameters;
};

std::vector<Words> split_parameters(const Tokens& tokens, std::size_t first, std::size_t last) {
  std::vector<Words> parameters;
  for (std::size_t i = first; i < last; ++i) {
    if (parameters.empty()) parameters.emplace_back();
    if (tokens[i].text == ",")
      parameters.emplace_back();
    else
      parameters.back().push_back(tokens[i].text);
  }
  return parameters;
}

/// What stands before the word __global__ at `at`.
void look_back(const Tokens& tokens, std::size_t at, Signature& signature) {
  const auto is = [&](std::size_t back, std::string_view word) {
    return at >= back && tokens[at - back].text == word;
  };
  std::size_t back = 1;
  while (is(back, "static") || is(back, "inline")) ++back;
  signature.is_c = is(back, "extern");  // the string behind it is blanked
  signature.is_template = is(back, ">");
}

std::vector<Signature> signatures_of(const Tokens& tokens) {
  std::vector<Signature> found;
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (tokens[at].text != "__global__") continue;
    Signature signature{.name = "", .line = 0, .is_template = false, .is_c = false, .parameters{}};
    look_back(tokens, at, signature);
    std::size_t i = at + 1;
    while (i + 1 < tokens.size() && tokens[i + 1].text != "(") ++i;
    if (i < tokens.size() && tokens[i].text == "__launch_bounds__") {
      i = after_bracket(tokens, i + 1);
      while (i + 1 < tokens.size() && tokens[i + 1].text != "(") ++i;
    }
    if (i + 1 >= tokens.size()) continue;
    const std::size_t end = after_bracket(tokens, i + 1);
    if (end >= tokens.size() || tokens[end].text != "{") continue;  // a declaration
    signature.name = tokens[i].text;
    signature.line = tokens[i].line;
    signature.parameters = split_parameters(tokens, i + 2, end - 1);
    found.push_back(signature);
  }
  return found;
}

/// A parameter without its name and the words that do not matter: "const float *".
std::string type_of(Words words) {
  if (!words.empty()) words.pop_back();
  std::erase_if(words, [](const std::string& word) {
    return word == "__restrict__" || word == "__restrict" || word == "restrict" || word == "std" ||
           word == ":";
  });
  // const after the asterisk, or of a number, is of no concern to the caller.
  const auto star = std::find(words.begin(), words.end(), "*");
  words.erase(std::remove(star, words.end(), std::string("const")), words.end());
  if (star == words.end() || std::find(words.begin(), words.end(), "*") == words.end()) {
    std::erase(words, "const");
  } else if (words.size() > 1 && words[1] == "const") {
    std::swap(words[0], words[1]);
  }
  return joined(words, " ");
}

constexpr std::array integer_types{"int",       "unsigned",      "unsigned int", "long",
                                   "long long", "unsigned long", "size_t",       "int32_t",
                                   "uint32_t",  "int64_t",       "uint64_t"};

bool is_integer(const std::string& type) {
  return std::find(integer_types.begin(), integer_types.end(), type) != integer_types.end();
}

/// Empty if the signature is that of a plain kernel, else why not.
std::string why_not_plain(const Signature& s) {
  const std::string named = fmt::format("the parameters of '{}' (line {}) ", s.name, s.line);
  if (s.parameters.size() < 3) return named + "are fewer than three";
  if (type_of(s.parameters[0]) != "const float *") return named + "do not begin with const float*";
  if (type_of(s.parameters[1]) != "float *") return named + "do not go on with float*";
  if (!is_integer(type_of(s.parameters[2]))) return named + "have no integer as the third";
  for (std::size_t i = 3; i < s.parameters.size(); ++i) {
    const std::string type = type_of(s.parameters[i]);
    if (!is_integer(type) && type != "float" && type != "double") {
      return named + "hold '" + joined(s.parameters[i], " ") + "', which is no number";
    }
  }
  return {};
}

bool has_word(const Tokens& tokens, std::string_view word) {
  return std::any_of(tokens.begin(), tokens.end(), [&](const Token& t) { return t.text == word; });
}

/// 3 if the kernel looks at z of an index, 2 if nothing in it is called after z or is a product of
/// two extents.
std::optional<int> dimensions_of(const Tokens& tokens, const std::string& extent) {
  bool may_be_3d = false;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::string& word = tokens[i].text;
    const bool is_member = i > 0 && tokens[i - 1].text == ".";
    if (word == "z" && is_member) return 3;
    may_be_3d = may_be_3d || word == "z" || word.starts_with("z_") || word.ends_with("_z") ||
                word == "plane" ||
                (word == "k" && i + 1 < tokens.size() && tokens[i + 1].text != "(");
    const bool is_square = word == extent && i + 2 < tokens.size() && tokens[i + 1].text == "*" &&
                           tokens[i + 2].text == extent;
    may_be_3d = may_be_3d || is_square;
  }
  return may_be_3d ? std::nullopt : std::optional(2);
}

/// What a file includes in angle brackets, less CUDA's own headers, whose words are supplied.
std::vector<std::string> headers_of(const std::string& text) {
  std::vector<std::string> headers;
  std::size_t at = 0;
  while ((at = text.find("#include", at)) != text.npos) {
    at += std::string_view("#include").size();
    const std::size_t open = text.find_first_not_of(" \t", at);
    if (open == text.npos || text[open] != '<') continue;
    const std::size_t close = text.find_first_of(">\n", open);
    if (close == text.npos || text[close] != '>') continue;
    headers.push_back(text.substr(open, close - open + 1));
  }
  return headers;
}

void read_plain(const Signature& signature, const Tokens& tokens, KernelText& kernel) {
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    if (tokens[i].text != "extern" || tokens[i + 1].text != "__shared__") continue;
    refuse(kernel.path, fmt::format("line {} declares dynamic shared memory, which a plain launch "
                                    "does not give; make the array static",
                                    tokens[i].line));
  }
  for (std::size_t i = 3; i < signature.parameters.size(); ++i) {
    kernel.parameters.push_back({type_of(signature.parameters[i]), signature.parameters[i].back()});
  }
  kernel.dimensions = dimensions_of(tokens, signature.parameters[2].back());
  kernel.has_barriers = has_word(tokens, "__syncthreads");
  kernel.uses_shuffles = has_word(tokens, "__syncwarp") ||
                         std::any_of(tokens.begin(), tokens.end(),
                                     [](const Token& t) { return t.text.starts_with("__shfl_"); });
}

}  // namespace

KernelText read_kernel_text(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) {
    throw FileError("kernel file " + shown(path) +
                    " cannot be read: there is no such regular file; give the path of a CUDA C++ "
                    "file");
  }
  const std::uintmax_t bytes = std::filesystem::file_size(path, error);
  if (!error && bytes > input_bytes_limit) {
    throw InputError(fmt::format(
        "kernel file {} is too large: it has {} bytes, and at most {} (1 MiB) are read; leave "
        "tables and other kernels out of it, or include them",
        shown(path), bytes, input_bytes_limit));
  }
  return parse_kernel_text(path, read_input_file(path));
}

KernelText parse_kernel_text(const std::string& path, std::string text) {
  if (const auto line = unclosed_comment(text)) {
    refuse_line(path, *line, "begins a comment that never ends; close it with */");
  }
  const std::string bare = without_comments(text);
  const Tokens tokens = tokens_of(bare);
  const std::vector<Signature> found = signatures_of(tokens);
  if (found.empty()) {
    const auto bracket = unmatched_bracket(tokens);
    if (bracket) {
      refuse_line(path, bracket->line,
                  "holds a bracket without its counterpart: " + words_on(*bracket) +
                      "; correct it, so that the kernel can be found");
    }
    refuse(path, "it defines no __global__ function");
  }
  refuse_exceptions(path, tokens);
  refuse_device_variables(path, tokens);
  if (found.size() > 1) {
    refuse(path, fmt::format("it defines several __global__ functions, '{}' and '{}'",
                             found[0].name, found[1].name));
  }
  const Signature& signature = found.front();
  if (signature.is_c) refuse(path, "the __global__ function is extern \"C\", which hides it");
  KernelText kernel{.path = path,
                    .text = std::move(text),
                    .form = signature.is_template ? KernelForm::variant : KernelForm::plain,
                    .function = signature.name,
                    .parameters = {},
                    .dimensions = {},
                    .headers = headers_of(bare)};
  if (kernel.form == KernelForm::variant) {
    if (signature.parameters.size() != 4) {
      refuse(path, "the template '" + signature.name + "' does not take four parameters");
    }
    if (!has_word(tokens, "KernelDescription")) {
      refuse(path, "the template '" + signature.name + "' has no KernelDescription beside it");
    }
    return kernel;
  }
  if (const std::string why = why_not_plain(signature); !why.empty()) refuse(path, why);
  read_plain(signature, tokens, kernel);
  return kernel;
}

std::string bracket_error(const KernelText& kernel) {
  const auto bracket = unmatched_bracket(tokens_of(without_comments(kernel.text)));
  if (!bracket) return "";
  return fmt::format("{}:{}: error: {}\n", kernel.path, bracket->line, words_on(*bracket));
}

std::string hash_of(const std::string& text) {
  std::uint64_t hash = 0xcbf29ce484222325u;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3u;
  return fmt::format("{:016x}", hash);
}

}  // namespace ministencil
