// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "core/error.hpp"

namespace ministencil {

/// Runs `body` and turns what it throws into one line on stderr and an exit code.
/// An AgreedError was thrown by all ranks: rank 0 prints it, and all return its code. Any other
/// failure may be this rank's alone, with the others waiting for it: it ends the whole job through
/// MPI_Abort, with the code of the error.
int guarded(const std::function<ExitCode()>& body);

}  // namespace ministencil
