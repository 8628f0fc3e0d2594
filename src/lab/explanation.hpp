// SPDX-License-Identifier: Apache-2.0
/// Where a kernel's requests go, in words.
/// It says what a line asks for and what that means for the formula; it never advises to cap
/// registers, which are where the values belong that a march needs again.
#pragma once

#include <string>
#include <vector>

#include "lab/counting.hpp"

namespace ministencil {

/// A line of the source that touches memory.
struct ExplainedLine {
  std::string place;    // "12", or "star.hpp:12" in a file that the kernel includes
  std::string text;     // of the line, without its indentation
  SectorCounts global;  // of one launch
  SharedMemoryUse shared;
  double share = 0;   // of all sectors
  std::string words;  // what its loads or stores amount to
};

/// The lines, those with most sectors first.
std::vector<ExplainedLine> explain_lines(const ProfileCount& count, const std::string& path,
                                         const std::string& text);

/// What the lines amount to together: a few sentences, one a line.
std::vector<std::string> explain(const ProfileCount& count,
                                 const std::vector<ExplainedLine>& lines);

}  // namespace ministencil
