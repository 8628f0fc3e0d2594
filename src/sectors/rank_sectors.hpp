// SPDX-License-Identifier: Apache-2.0
/// Sectors of one step of one rank, by phase.
#pragma once

#include <span>

#include "sectors/count_task.hpp"
#include "sectors/fewest.hpp"

namespace ministencil {

/// The launches of a phase together.
struct PhaseSectors {
  Index points = 0;      // updated
  SectorCounts counted;  // what the kernel asks for
  FewestSectors fewest;  // what any kernel has to ask for, launch by launch

  constexpr bool operator==(const PhaseSectors&) const = default;
};

constexpr PhaseSectors operator+(const PhaseSectors& a, const PhaseSectors& b) {
  return {a.points + b.points, a.counted + b.counted, a.fewest + b.fewest};
}

/// The interior is updated while the halo is under way, the shells after it has arrived.
struct RankSectors {
  PhaseSectors interior, shells;

  constexpr PhaseSectors total() const { return interior + shells; }
};

/// Counts one update of `task.box` by sampled emulation.
PhaseSectors count_phase(const CountTask& task);

/// Counts one step; `task.box` is not looked at. Boxes may be empty.
RankSectors count_rank(const CountTask& task, const Box& interior, std::span<const Box> shells);

}  // namespace ministencil
