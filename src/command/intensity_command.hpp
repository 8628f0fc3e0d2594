// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "command/options.hpp"

namespace ministencil {

/// What `ministencil opb` prints: operations per byte of one kernel or of all, as text or JSON.
/// Throws InputError for a launch that the named kernel cannot have; among all kernels such ones
/// are listed with the reason.
std::string intensity_text(const IntensityOptions& options);

}  // namespace ministencil
