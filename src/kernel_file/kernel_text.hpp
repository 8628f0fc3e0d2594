// SPDX-License-Identifier: Apache-2.0
/// A kernel file of the user's, read but not compiled: its form, and what its function is called.
/// Pure text: nothing is run, and no compiler is asked.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ministencil {

/// variant: a template of (in, out, region, update) with a KernelDescription, as in kernels/.
/// plain: a function of (in, out, N) and perhaps numbers, which knows none of our headers.
enum class KernelForm { variant, plain };

/// A number that a plain kernel takes after the number of points.
struct KernelParameter {
  std::string type;  // "int", "float", …
  std::string name;

  bool operator==(const KernelParameter&) const = default;
};

struct KernelText {
  std::string path;  // as given
  std::string text;
  KernelForm form;
  std::string function;
  // Of plain kernels:
  std::vector<KernelParameter> parameters;
  std::optional<int> dimensions;     // 2 or 3; none if the text leaves it open
  std::vector<std::string> headers;  // "<cstdio>": what it includes in angle brackets
  bool has_barriers = false, uses_shuffles = false;
};

/// Reads a file. Throws FileError if it cannot be read, InputError as parse_kernel_text().
KernelText read_kernel_text(const std::string& path);

/// Looks for the one __global__ function of a text. Throws InputError, which shows both forms, if
/// there is none, there are several, or its signature is neither; and, with the line, for what
/// kernels cannot do anywhere (exceptions) or here (variables that outlive a launch).
KernelText parse_kernel_text(const std::string& path, std::string text);

/// "k.cu:3: error: …" if a bracket of the text has no counterpart, which compilers report far from
/// it; else empty.
std::string bracket_error(const KernelText& kernel);

/// A fingerprint of the text, 64 bits of FNV-1a as 16 hexadecimal digits: for records, not against
/// an adversary.
std::string hash_of(const std::string& text);

}  // namespace ministencil
