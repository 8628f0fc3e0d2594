// SPDX-License-Identifier: Apache-2.0
/// Text for messages.
#pragma once

#include <string>
#include <vector>

#include "core/box.hpp"

namespace ministencil {

/// "a, b, c".
std::string joined(const std::vector<std::string>& words, const std::string& separator = ", ");

/// The candidate with the smallest edit distance to `word`; empty if none is near enough to be a
/// slip of the fingers (more than a third of its letters differ).
std::string nearest(const std::string& word, const std::vector<std::string>& candidates);

/// " (did you mean 'steps'?)" or nothing.
std::string suggestion(const std::string& word, const std::vector<std::string>& candidates);

/// "[3, 0, 7]", on a 2D grid "[3, 0]".
std::string point_text(Index3 point, int dimensions);

/// "64 x 48 x 40", of a 2D grid "64 x 48".
std::string extents_text(Index3 extents, int dimensions);

}  // namespace ministencil
