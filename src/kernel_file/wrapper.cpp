// SPDX-License-Identifier: Apache-2.0
#include "kernel_file/wrapper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <variant>

#include "configuration/numbers.hpp"
#include "configuration/source_text.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "kernel_file/build_settings.hpp"

namespace ministencil {

namespace {

void replace(std::string& text, const std::string& word, const std::string& with) {
  for (std::size_t at = 0; (at = text.find(word, at)) != text.npos; at += with.size()) {
    text.replace(at, word.size(), with);
  }
}

std::string names_of(const KernelText& kernel) {
  std::vector<std::string> names;
  for (const KernelParameter& parameter : kernel.parameters) names.push_back(parameter.name);
  return joined(names);
}

template <class T>
std::string literal_of(const KernelParameter& parameter, const std::variant<T, NotANumber>& parsed,
                       const std::string& suffix) {
  if (const auto* why = std::get_if<NotANumber>(&parsed)) {
    throw InputError(
        fmt::format("--argument {} ({}): {}", parameter.name, parameter.type, why->why));
  }
  return fmt::format("{}{}", std::get<T>(parsed), suffix);
}

/// A whole number of a type of at most 64 bits with a sign.
template <class T>
std::string signed_literal(const KernelParameter& parameter, const std::string& value) {
  constexpr Index least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
  const auto parsed = parse_integer(value, least, most);
  const Index* const number = std::get_if<Index>(&parsed);
  // The lowest of 64 bits has no literal: its digits alone are beyond the highest.
  if (number && *number == std::numeric_limits<Index>::min()) return "-9223372036854775807ll - 1";
  return literal_of(parameter, parsed, "ll");
}

std::string real_literal(const KernelParameter& parameter, const std::string& value) {
  const auto parsed = parse_number(value);
  const std::string suffix = value.find_first_of(".eE") == value.npos ? ".0" : "";
  literal_of(parameter, parsed, "");
  const double number = std::get<double>(parsed);
  const bool is_zero_or_fits =
      number == 0 || (std::isfinite(static_cast<float>(number)) && static_cast<float>(number) != 0);
  if (parameter.type == "double" || is_zero_or_fits) return value + suffix;
  throw InputError(fmt::format(
      "--argument {} (float): {} is out of range: a float reaches from about 1e-45 to 3.4e38; "
      "change the unit or the value",
      parameter.name, shown(value)));
}

/// The C++ literal of a number as it was written. Left to the compiler, 010 would be 8, and what
/// does not fit the type would be another number.
std::string literal(const KernelParameter& parameter, const std::string& value) {
  const std::string& type = parameter.type;
  if (type == "float" || type == "double") return real_literal(parameter, value);
  if (type == "int" || type == "int32_t") return signed_literal<std::int32_t>(parameter, value);
  if (type == "unsigned" || type == "unsigned int" || type == "uint32_t") {
    return signed_literal<std::uint32_t>(parameter, value);
  }
  if (type == "long" || type == "long long" || type == "int64_t") {
    return signed_literal<std::int64_t>(parameter, value);
  }
  return literal_of(parameter, parse_seed(value), "ull");
}

const std::string& value_of(const KernelText& kernel, const KernelParameter& parameter,
                            const std::vector<KernelArgument>& arguments) {
  const auto found = std::ranges::find(arguments, parameter.name, &KernelArgument::name);
  if (found != arguments.end()) return found->value;
  throw InputError(fmt::format(
      "kernel file {}: '{}' takes {} {} after N, and no value is given; "
      "add --argument {}=VALUE",
      shown(kernel.path), kernel.function, parameter.type, parameter.name, parameter.name));
}

void require_known_once(const KernelText& kernel, const std::vector<KernelArgument>& arguments) {
  for (const KernelArgument& argument : arguments) {
    if (std::ranges::count(arguments, argument.name, &KernelArgument::name) > 1) {
      throw InputError(fmt::format("--argument {}: the parameter is given several values; give one",
                                   shown(argument.name)));
    }
    if (std::ranges::count(kernel.parameters, argument.name, &KernelParameter::name) > 0) continue;
    throw InputError(fmt::format(
        "--argument {}: the kernel has no such parameter after N; {}", shown(argument.name),
        kernel.parameters.empty() ? "leave the option out" : "it has: " + names_of(kernel)));
  }
}

std::string arguments_text(const KernelText& kernel, const std::vector<KernelArgument>& arguments) {
  require_known_once(kernel, arguments);
  std::string text;
  for (const KernelParameter& parameter : kernel.parameters) {
    text += fmt::format(", argument<{}>(static_cast<{}>({}))", parameter.type, parameter.type,
                        literal(parameter, value_of(kernel, parameter, arguments)));
  }
  return text;
}

/// The number as a function of such a parameter finds it in memory, lower bytes first; a value that
/// has a literal().
std::uint64_t bits_of(const std::string& value, const std::string& type) {
  if (type == "double" || type == "float") {
    const double number = std::get<double>(parse_number(value));
    if (type == "double") return std::bit_cast<std::uint64_t>(number);
    return std::bit_cast<std::uint32_t>(static_cast<float>(number));
  }
  // What 64 bits with a sign do not hold is one without.
  constexpr Index least = std::numeric_limits<Index>::min(), most = -(least + 1);
  const auto parsed = parse_integer(value, least, most);
  if (const Index* const number = std::get_if<Index>(&parsed)) {
    return static_cast<std::uint64_t>(*number);
  }
  return std::get<std::uint64_t>(parse_seed(value));
}

}  // namespace

std::string path_to_include(const KernelText& kernel) {
  const std::string path = std::filesystem::absolute(kernel.path).lexically_normal().string();
  if (path.find_first_of("\"\\\n") == path.npos) return path;
  throw InputError("kernel file " + shown(kernel.path) +
                   ": its path holds a quote, backslash or line break, which no #include can name; "
                   "rename it");
}

std::vector<std::uint64_t> argument_bits(const KernelText& kernel,
                                         const std::vector<KernelArgument>& arguments) {
  require_known_once(kernel, arguments);
  std::vector<std::uint64_t> numbers;
  for (const KernelParameter& parameter : kernel.parameters) {
    const std::string& value = value_of(kernel, parameter, arguments);
    literal(parameter, value);  // throws for what is no such number
    numbers.push_back(bits_of(value, parameter.type));
  }
  return numbers;
}

std::string wrapper_of(const KernelText& kernel, const std::string& file, int dimensions,
                       const std::vector<KernelArgument>& arguments, Flavour flavour) {
  const bool is_plain = kernel.form == KernelForm::plain;
  const BuildSettings& settings = build_settings();
  std::string text = is_plain ? settings.plain_wrapper : settings.variant_wrapper;
  std::string headers;
  for (const std::string& header : kernel.headers) headers += "#include " + header + "\n";
  replace(text, "@HEADERS@", headers);
  replace(text, "@ARGUMENTS@", arguments_text(kernel, arguments));
  replace(text, "@BLOCK_Y@", dimensions == 2 ? "8" : "16");
  replace(text, "@HAS_BARRIERS@", kernel.has_barriers ? "true" : "false");
  replace(text, "@USES_SHUFFLES@", kernel.uses_shuffles ? "true" : "false");
  replace(text, "@FLAVOUR@", flavour == Flavour::plain ? "plain" : "counting");
  replace(text, "@KERNEL@", kernel.function);
  replace(text, "@SYMBOL@", kernel.function);
  replace(text, "@FOLDER_CHECK@", "");
  replace(text, "@DIMENSIONS@", std::to_string(dimensions));
  replace(text, "@KERNEL_FILE@", file);
  return text + fmt::format(
                    "\nextern \"C\" const ministencil::EmulatedEntry* {}() {{\n"
                    "  return &ministencil::{}_{};\n}}\n",
                    entry_function, kernel.function,
                    flavour == Flavour::plain ? "plain" : "counting");
}

}  // namespace ministencil
