// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "configuration/read.hpp"
#include "core/error.hpp"

namespace ministencil {

/// The message with which an input called "in.yaml" is refused, or what happened instead.
inline std::string refusal(const std::string& text,
                           const std::vector<std::string>& overrides = {}) {
  try {
    parse_configuration(text, "in.yaml", overrides);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace ministencil
