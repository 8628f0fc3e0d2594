// SPDX-License-Identifier: Apache-2.0
/// Sectors of one launch on the grid that is held against a gate, line by line.
#pragma once

#include <vector>

#include "emulator/findings.hpp"
#include "lab/trial.hpp"

namespace ministencil {

/// Whether one block a class stands for all that are alike, or every block is emulated: exact for
/// every kernel, but slow.
enum class CountBy { sampling, all_blocks };

struct ProfileCount {
  LabTrial trial;
  CountBy method;
  SectorCounts counted;  // of one launch
  Index fewest = 0;      // sectors: every value loaded once and stored once
  Findings findings;     // lines, and faults of the emulated blocks

  Index points() const { return trial.task.box.points(); }
};

ProfileCount count_profile(const Subject& subject, Index points, CountBy method);

}  // namespace ministencil
