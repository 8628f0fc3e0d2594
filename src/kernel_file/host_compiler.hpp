// SPDX-License-Identifier: Apache-2.0
/// The compiler that this program was built with, or one that the user prefers, run as a process.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "kernel_file/kernel_text.hpp"
#include "kernel_file/wrapper.hpp"

namespace ministencil {

struct HostCompiler {
  std::string command;            // with options, if any, separated by blanks
  std::filesystem::path headers;  // folder of the project's headers
};

/// `preferred` replaces the compiler that the program was built with, unless it is empty. The
/// headers are those installed beside the program in `program_folder`, else the source tree's.
/// Throws MachineError if there are neither.
HostCompiler choose_host_compiler(const std::string& preferred,
                                  const std::filesystem::path& program_folder);

/// The folder of the running program.
std::filesystem::path program_folder();

/// Compiles a kernel file in both flavours, at once, to plain.so and counting.so in `folder`.
/// Throws InputError with the compiler's words about the file's own lines if it does not compile,
/// MachineError if the compiler cannot be run.
void compile_for_host(const HostCompiler& compiler, const KernelText& kernel, int dimensions,
                      const std::vector<KernelArgument>& arguments,
                      const std::filesystem::path& folder);

/// A new folder that only this user can enter, removed with what it holds at the end.
class ScratchFolder {
 public:
  /// Throws FileError if none can be made in the system's folder for temporary files.
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace ministencil
