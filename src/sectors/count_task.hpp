// SPDX-License-Identifier: Apache-2.0
/// Exact counts and findings by emulation, of every block or of one block a class.
/// Values do not matter, only addresses, so nothing of the field's size is held: grids beyond the
/// machine's memory can be counted.
#pragma once

#include <vector>

#include "catalogue/catalogue.hpp"
#include "core/precision.hpp"
#include "emulator/findings.hpp"
#include "emulator/sector_counts.hpp"
#include "field/layout.hpp"
#include "stencil/launch.hpp"

namespace ministencil {

/// The two forms of the update, which a kernel is compiled for separately.
enum class Weights { equal, per_axis };

/// One update of `box`, both fields in the same layout in 256-byte aligned memory of their own.
struct CountTask {
  const Kernel& kernel;
  KernelChoice launch;
  Precision precision;
  Weights weights = Weights::equal;
  FieldLayout layout;
  LocalBlock block;
  Box box;                         // local coordinates
  std::vector<Launch> launches{};  // of a kernel that has a grid of its own; none: planned
};

/// The launches that update the task's box: its own, or those planned for its kernel.
std::vector<Launch> launches_of(const CountTask& task);

/// Emulates every block: time and touched memory grow with the box. Throws as count_sampled().
SectorCounts count_full(const CountTask& task);

/// Emulates one block a class (block_classes.hpp) and multiplies: the same counts, in a time that
/// depends on the blocks' size and not on the box's.
/// Throws InputError for a kernel that runs on GPUs only, MachineError if the system refuses the
/// addresses.
SectorCounts count_sampled(const CountTask& task);

/// Emulates block `block` of the task's first launch. Throws as count_sampled().
SectorCounts count_block(const CountTask& task, const Index3& block);

/// Inspects every block: faults, sectors and bank conflicts by line of source.
Findings inspect_full(const CountTask& task);

/// Inspects one block a class and multiplies: what a line asks for is that of inspect_full(), and
/// faults are those of the representatives. Races between blocks show only between those.
Findings inspect_sampled(const CountTask& task);

/// The shared-memory use of inspect_sampled(), sooner: where a block's rows start in memory does
/// not matter to it, so there are fewer classes.
SharedMemoryUse shared_memory_use(const CountTask& task);

}  // namespace ministencil
