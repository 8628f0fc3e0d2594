// SPDX-License-Identifier: Apache-2.0
/// Launches of a kernel on grids that it has to get right.
#pragma once

#include <string>
#include <vector>

#include "lab/subject.hpp"
#include "sectors/count_task.hpp"

namespace ministencil {

/// One update of a grid.
struct LabTrial {
  Index3 points;  // one plane in 2D
  std::optional<Index> chunks;
  CountTask task;

  int dimensions() const { return points.z == 1 ? 2 : 3; }
};

/// "33 x 33 x 33 points, 4 chunks", and what else sets the trial apart.
std::string text_of(const LabTrial& trial);

/// A plain kernel on N points a side, rows back to back. Throws InputError if a grid of blocks is
/// beyond a device's limits.
LabTrial plain_trial(const Subject& subject, Index n, std::optional<Index> chunks);

/// A variant on a box of a grid with fixed faces. `cut` leaves out points on every side.
struct VariantGrid {
  Index3 points;
  std::optional<Index> chunks;  // none: the kernel's default chunk
  Precision precision = Precision::float32;
  int order = 2;
  Weights weights = Weights::equal;
  Index cut = 0;
};
LabTrial variant_trial(const Subject& subject, const VariantGrid& grid);

/// The grid whose sectors are counted and held against a gate: N points a side, packed.
LabTrial profile_trial(const Subject& subject, Index n);
/// 256 in 3D, 4096 in 2D: the published grids.
constexpr Index profile_size(int dimensions) { return dimensions == 2 ? 4096 : 256; }

/// Trials at sizes that blocks do not divide, at one that they do, and with several numbers of
/// chunks, the smallest first. `inspected` ones are few and small.
struct Trials {
  std::vector<LabTrial> inspected, compared;
};
Trials trials_of(const Subject& subject, Index profile_points);

/// Whether the blocks of a trial fit its grid.
bool blocks_fit(const LabTrial& trial);

}  // namespace ministencil
