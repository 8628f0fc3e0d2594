// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace ministencil {

/// How a program that was started ended and what it said on standard output and standard error.
struct ChildEnd {
  int code = 0;  // 127 if it could not be started, 128 and the signal if one ended it
  std::string said;
};

/// Runs `words` (a program of the PATH and its arguments) without a shell and waits for its end;
/// a program that takes longer than `seconds` is killed, and one that says more than 64 KiB too.
ChildEnd run_child(const std::vector<std::string>& words, int seconds);

}  // namespace ministencil
