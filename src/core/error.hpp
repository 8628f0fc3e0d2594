// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <stdexcept>
#include <string>

namespace ministencil {

/// What the process returns; the same on every rank. Part of the documented interface (README).
enum class ExitCode : int {
  good = 0,
  check_failed = 1,
  input = 2,    // usage or input
  machine = 3,  // GPU, MPI, memory
  files = 4,
};

/// A failure that ends the run. `what()` is one line: problem: reason; remedy.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ExitCode code() const noexcept { return code_; }

 private:
  ExitCode code_;
};

/// The command line or the input asks for something wrong.
struct InputError : Error {
  explicit InputError(const std::string& message) : Error(ExitCode::input, message) {}
};

/// The machine cannot do it: device, MPI or memory.
struct MachineError : Error {
  explicit MachineError(const std::string& message) : Error(ExitCode::machine, message) {}
};

/// A file or directory cannot be read or written.
struct FileError : Error {
  explicit FileError(const std::string& message) : Error(ExitCode::files, message) {}
};

}  // namespace ministencil
