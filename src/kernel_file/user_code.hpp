// SPDX-License-Identifier: Apache-2.0
/// Notices when a kernel file's code ends or breaks its process instead of returning.
/// A kernel may call exit() or abort(), raise a signal, touch memory that is not mapped, or never
/// end. While a guard lives, each of these in this process leads to one sentence that says what
/// happened and, where that can be found out, on which line; then the process ends.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <string>

#include "emulator/source_lines.hpp"

namespace ministencil {

class UserCodeGuard {
 public:
  /// Told what the code did, as "it called exit(0) at line 5 (thread (3, 0, 0) of block (0, 0,
  /// 0)); return from the kernel instead". Has to end the process; what the process holds may be
  /// damaged.
  using End = std::function<void(const std::string& what)>;

  /// One at a time in a process. Replaces the process's handlers of signals until it goes.
  explicit UserCodeGuard(End end);
  ~UserCodeGuard();
  UserCodeGuard(const UserCodeGuard&) = delete;
  UserCodeGuard& operator=(const UserCodeGuard&) = delete;

  /// A launch `on` a grid ("33 x 33 points") begins, which may take so many seconds; 0: any time.
  void begin(const std::string& on, int seconds);

  /// Reads the lines of the files that hold these functions now, since the files will be gone.
  void keep_lines_of(std::initializer_list<std::uintptr_t> code);

  /// For the handlers: `pc` is where a signal interrupted the process, 0 if none did.
  [[noreturn]] void ended(const std::string& deed, const std::string& remedy, std::uintptr_t pc);
  int seconds() const { return seconds_; }
  bool is_ending() const { return faults_ > 0; }

 private:
  std::string place_of(std::uintptr_t pc) const;
  SourceLine line_of(std::uintptr_t pc) const;

  End end_;
  std::string on_, deed_, remedy_;
  int seconds_ = 0;
  int faults_ = 0;
  std::optional<SourceLines> kept_lines_;
};

}  // namespace ministencil
