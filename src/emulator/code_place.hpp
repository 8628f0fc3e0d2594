// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>

namespace ministencil {

/// Where a thread is: the return address of a call, and the line of source where the call told.
struct CodePlace {
  std::uintptr_t pc = 0;
  int line = 0;

  auto operator<=>(const CodePlace&) const = default;
};

}  // namespace ministencil
