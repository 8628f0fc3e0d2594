// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "command/options.hpp"

namespace ministencil {

/// What `ministencil count` prints: sectors of a kernel without a GPU, as text or JSON.
/// Throws InputError for a kernel or launch that cannot be.
std::string count_text(const CountOptions& options);

}  // namespace ministencil
