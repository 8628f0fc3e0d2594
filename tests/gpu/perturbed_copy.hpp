// SPDX-License-Identifier: Apache-2.0
/// A copy whose bottleneck is known, and the same copy with something in its way.
#pragma once

#include "core/box.hpp"

namespace ministencil::testing_support {

enum class Perturbation {
  none,        // nothing but the copy
  arithmetic,  // every value is multiplied by one over and over: nothing changes but the time
  barriers,    // a block meets over and over, each time for a chain of operations of one warp
};

/// Copies `elements` values, a multiple of 4096, and waits. Throws MachineError if that fails.
void copy_perturbed(Perturbation perturbation, const float* from, float* to, Index elements);

}  // namespace ministencil::testing_support
