// SPDX-License-Identifier: Apache-2.0
/// Overrides from the command line, applied to the tree before anything is checked.
#pragma once

#include <string>

#include "configuration/input_tree.hpp"

namespace ministencil {

/// Sets what `assignment` ("time.steps=10", "grid.points=[8, 8, 8]") names, replacing what was
/// there; sections on the way are made where absent. Setting one of time.step and
/// time.diffusion_number removes the other, since each follows from the other; setting kernel.block
/// or kernel.chunk removes kernel.block_from, and kernel.block=tuned removes kernel.chunk.
/// Throws InputError "--set time.steps=10: …".
void apply_override(InputNode& root, const std::string& assignment);

}  // namespace ministencil
