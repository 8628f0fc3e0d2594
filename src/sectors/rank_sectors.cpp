// SPDX-License-Identifier: Apache-2.0
#include "sectors/rank_sectors.hpp"

namespace ministencil {

PhaseSectors count_phase(const CountTask& task) {
  return {.points = task.box.points(),
          .counted = count_sampled(task),
          .fewest = fewest_sectors(task.layout, task.block, task.box, task.precision)};
}

RankSectors count_rank(const CountTask& task, const Box& interior, std::span<const Box> shells) {
  CountTask part = task;
  part.box = interior;
  RankSectors sectors{.interior = count_phase(part), .shells = {}};
  for (const Box& shell : shells) {
    part.box = shell;
    sectors.shells = sectors.shells + count_phase(part);
  }
  return sectors;
}

}  // namespace ministencil
