// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

namespace ministencil {

/// Draws tune.csv of `directory` as tune.png beside it, by scripts/plot-blocks in a process of its
/// own. Returns a line for people: what was drawn, or why not and how to draw it. Never throws for
/// want of Python, of matplotlib or of the script.
std::string draw_heat_map(const std::filesystem::path& directory);

}  // namespace ministencil
