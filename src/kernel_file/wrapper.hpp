// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "kernel_file/kernel_text.hpp"

namespace ministencil {

/// One of the two compilations of a kernel: to step, and with every access reported.
enum class Flavour { plain, counting };

/// A value for a parameter of a plain kernel, as it was written.
struct KernelArgument {
  std::string name, value;

  bool operator==(const KernelArgument&) const = default;
};

/// The source text that makes an EmulatedEntry of a kernel. `file` is the absolute path that it
/// includes. Throws InputError unless `arguments` are the parameters of the kernel and numbers.
std::string wrapper_of(const KernelText& kernel, const std::string& file, int dimensions,
                       const std::vector<KernelArgument>& arguments, Flavour flavour);

/// The absolute path of a kernel's file. Throws InputError if no #include can name it.
std::string path_to_include(const KernelText& kernel);

/// The values of a plain kernel's parameters after N, 64 bits each. Throws InputError as
/// wrapper_of().
std::vector<std::uint64_t> argument_bits(const KernelText& kernel,
                                         const std::vector<KernelArgument>& arguments);

/// The function through which the wrapper's entry is found.
inline constexpr const char* entry_function = "ministencil_entry";

}  // namespace ministencil
