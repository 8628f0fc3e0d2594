// SPDX-License-Identifier: Apache-2.0
/// What this program is and was built with.
#pragma once

#include <string>
#include <vector>

#include "output/report.hpp"

namespace ministencil {

std::string program_version();  // "0.1.0"
std::string program_commit();   // of the sources, with "-dirty" if they were changed

/// The program first, then every dependency with its version. Needs no MPI session.
std::vector<NamedText> version_info();

/// version_info() as lines that align.
std::string version_text();

}  // namespace ministencil
