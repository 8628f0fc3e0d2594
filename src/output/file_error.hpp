// SPDX-License-Identifier: Apache-2.0
/// Errors of the operating system as messages with a remedy.
#pragma once

#include <filesystem>
#include <string>

#include "core/error.hpp"

namespace ministencil {

/// "'<path>' <problem>: <text of `number`>; <what to do about it>". `number` is an errno, `option`
/// the one that names another place.
FileError file_error(const std::filesystem::path& path, const std::string& problem, int number,
                     const std::string& option = "--output");

/// What to do about errno `number`.
std::string remedy_for(int number, const std::string& option = "--output");

}  // namespace ministencil
