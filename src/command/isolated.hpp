// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <variant>

namespace ministencil {

/// What a function in a process of its own did instead of returning, as a sentence.
struct NotReturned {
  std::string what;
};

/// Ends the function's process at once with a sentence for NotReturned; may be called in a handler
/// of a signal.
using GiveUp = std::function<void(const std::string& what)>;

/// Calls `body` in a copy of this process, whose TMPDIR is a folder that is removed at the end, and
/// returns what it returned. An Error that it throws is thrown here; any other exception, and an
/// end of that process that is no return, are NotReturned. Interrupted by SIGINT, SIGTERM or SIGHUP
/// while it waits, it ends the copy with all that this started, removes the folder and lets the
/// signal end this process. `body` must not use MPI.
std::variant<std::string, NotReturned> run_isolated(
    const std::function<std::string(const GiveUp&)>& body);

}  // namespace ministencil
