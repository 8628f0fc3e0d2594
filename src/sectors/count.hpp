// SPDX-License-Identifier: Apache-2.0
/// What `ministencil count` reports: sectors of a kernel on one rank, all faces fixed.
#pragma once

#include "sectors/rank_sectors.hpp"

namespace ministencil {

/// packed: rows back to back, without halo, as published counts have it; so at higher orders the
/// outermost `radius` layers are copied. application: rows and halo as runs lay them out.
enum class CountLayout { packed, application };

struct CountRequest {
  const Kernel& kernel;
  Index3 points;
  KernelChoice launch;
  Precision precision = Precision::float32;
  CountLayout layout = CountLayout::packed;
  Weights weights = Weights::equal;
};

/// The chunk height of a launch whose grid has `chunks` blocks along z, or y on a 2D grid:
/// ceil(planes / chunks).
/// Throws InputError unless chunks ≥ 1.
Index chunk_of(Index planes, Index chunks);

/// The task of updating every point of the request's grid once.
CountTask make_count_task(const CountRequest& request);

/// Sectors of one launch over the whole grid (several launches ask for that many each), beside the
/// fewest possible. Sampled: takes milliseconds. Throws InputError for a grid without points.
PhaseSectors count(const CountRequest& request);

}  // namespace ministencil
