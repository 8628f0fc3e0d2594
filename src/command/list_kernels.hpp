// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace ministencil {

/// A table of the catalogue: name, default block and chunk, shared memory, orders and precisions,
/// summary.
std::string kernel_list_text();

}  // namespace ministencil
