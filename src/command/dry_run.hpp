// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "command/assembly.hpp"
#include "configuration/configuration.hpp"
#include "core/box.hpp"

namespace ministencil {

/// A GPU by name and the memory that a program can use: what the runtime reports as free on an idle
/// one, less the context of about half a GiB.
struct GpuModel {
  std::string name;
  Index usable_bytes;
};
const std::vector<GpuModel>& gpu_models();

/// Throws InputError with the nearest name and the list. Case does not matter.
const GpuModel& find_gpu(const std::string& name);

/// What a run of `ranks` ranks would need, without running it: decomposition, memory against GPUs
/// (`gpus`; the first question of anyone with a large grid is on how many of which it fits),
/// messages, snapshots, stability, and expected sectors a step by sampled emulation. Throws
/// InputError where the run would.
std::string dry_run_text(const Configuration& configuration, const UsedKernel& used, int ranks,
                         const std::vector<GpuModel>& gpus);

}  // namespace ministencil
