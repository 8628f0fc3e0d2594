// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace ministencil {

/// What a compiler said, reduced to what the author of a kernel file can act on: lines of the file
/// itself under the name that the user gave, errors that arose in headers, and none of the text
/// that was compiled around the file, unless the only errors are there. `known` is an error of the
/// file's that was found otherwise, and comes first. Everything as it is if no error is found in
/// it.
struct DiagnosticPaths {
  std::string file, shown_file;  // absolute, and as the user gave it
  std::string wrapper;           // that includes the file
  std::string headers;           // folder of the project's headers
};
std::string trimmed_diagnostics(const std::string& messages, const DiagnosticPaths& paths,
                                const std::string& known = "");

}  // namespace ministencil
