// SPDX-License-Identifier: Apache-2.0
/// Reads the running program's symbols and debug lines.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "emulator/findings.hpp"

struct Dwfl;

namespace ministencil {

/// Bytes of the program: a static array, a segment.
struct ProgramRange {
  std::uintptr_t first = 0;
  std::size_t bytes = 0;
};

class SourceLines {
 public:
  /// Looks at the program and the libraries that are loaded now. What cannot be read is missing
  /// from the answers.
  SourceLines();
  ~SourceLines();
  SourceLines(const SourceLines&) = delete;
  SourceLines& operator=(const SourceLines&) = delete;

  /// The line that the instruction before return address `pc` was made from; of a function of the
  /// project's headers that was inlined into a kernel file, the line there.
  SourceLine line_of(std::uintptr_t pc) const;

  /// Static arrays of functions in unnamed namespaces, in the file that holds `code`: a kernel's
  /// static shared memory is among them.
  std::vector<ProgramRange> static_arrays(std::uintptr_t code) const;

  /// Segments that are only read: constants lie there.
  static std::vector<ProgramRange> constants();

 private:
  struct End {
    void operator()(Dwfl* dwfl) const;
  };
  std::unique_ptr<Dwfl, End> dwfl_;
};

}  // namespace ministencil
