// SPDX-License-Identifier: Apache-2.0
#include "kernel_file/wrapper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <filesystem>

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

/// Whether the whole of `text` is a number of the parameter's type.
bool is_number(const std::string& text, const std::string& type) {
  const char* const last = text.data() + text.size();
  const auto reads = [&](auto number) {
    const auto [end, error] = std::from_chars(text.data(), last, number);
    return error == std::errc{} && end == last;
  };
  return type == "float" || type == "double" ? reads(0.0) : reads(0LL);
}

const std::string& value_of(const KernelText& kernel, const KernelParameter& parameter,
                            const std::vector<KernelArgument>& arguments) {
  const auto found = std::find_if(arguments.begin(), arguments.end(), [&](const KernelArgument& a) {
    return a.name == parameter.name;
  });
  if (found == arguments.end()) {
    throw InputError(fmt::format(
        "kernel file {}: '{}' takes {} {} after N, and no value is given; "
        "add --argument {}=VALUE",
        shown(kernel.path), kernel.function, parameter.type, parameter.name, parameter.name));
  }
  if (!is_number(found->value, parameter.type)) {
    throw InputError(fmt::format("--argument {}={}: {} is no {}; write a number", parameter.name,
                                 printable(found->value), shown(found->value), parameter.type));
  }
  return found->value;
}

/// Throws for one that the kernel does not take.
void check_names(const KernelText& kernel, const std::vector<KernelArgument>& arguments) {
  for (const KernelArgument& argument : arguments) {
    const auto is_it = [&](const KernelParameter& p) { return p.name == argument.name; };
    if (std::any_of(kernel.parameters.begin(), kernel.parameters.end(), is_it)) continue;
    throw InputError(fmt::format(
        "--argument {}: the kernel has no such parameter after N; {}", shown(argument.name),
        kernel.parameters.empty() ? "leave the option out" : "it has: " + names_of(kernel)));
  }
}

std::string arguments_text(const KernelText& kernel, const std::vector<KernelArgument>& arguments) {
  check_names(kernel, arguments);
  std::string text;
  for (const KernelParameter& parameter : kernel.parameters) {
    text += fmt::format(", argument<{}>(static_cast<{}>({}))", parameter.type, parameter.type,
                        value_of(kernel, parameter, arguments));
  }
  return text;
}

template <class T>
T number_of(const std::string& text) {
  T number{};
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

/// The number as a function of such a parameter finds it in memory, lower bytes first.
std::uint64_t bits_of(const std::string& text, const std::string& type) {
  if (type == "double") return std::bit_cast<std::uint64_t>(number_of<double>(text));
  if (type != "float") return static_cast<std::uint64_t>(number_of<long long>(text));
  return std::bit_cast<std::uint32_t>(static_cast<float>(number_of<double>(text)));
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
  check_names(kernel, arguments);
  std::vector<std::uint64_t> numbers;
  for (const KernelParameter& parameter : kernel.parameters) {
    numbers.push_back(bits_of(value_of(kernel, parameter, arguments), parameter.type));
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
