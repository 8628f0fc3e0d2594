// SPDX-License-Identifier: Apache-2.0
/// What a comparison of kernels found out, as plain values; comparison_text.hpp and
/// comparison_json.hpp turn them into text. What was not measured has no value but a reason.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "output/report.hpp"
#include "stencil/description.hpp"

namespace ministencil {

/// One kernel on the input that all share.
struct ComparedKernel {
  std::string kernel;
  BlockShape block{};
  Index chunk = 0;                       // the most planes that a block walks
  std::uint64_t hash = 0;                // of the field after the last step
  Measured<ReferenceCheck> reference{};  // the same field against the reference, bit by bit
  Measured<Statistics> step{};           // seconds a step, of the slowest rank, warm-up excluded
  std::vector<SectorRow> sectors{};      // of all ranks and phases, by every way of counting
  Measured<KernelProfile> profile{};
  Measured<double> flop_per_byte{};  // of a block away from the faces (sectors/intensity.hpp)
};

/// A kernel that cannot take part, and why.
struct LeftOut {
  std::string kernel, reason;
};

struct KernelComparison {
  RunPlan plan;
  std::string date;  // UTC, ISO 8601
  Index steps = 0, warm_up_steps = 0;
  Measured<double> copy_bandwidth;  // bytes read and written a second, all ranks together
  std::vector<ComparedKernel> kernels{};
  std::vector<LeftOut> left_out{};
  std::vector<std::string> notes{};
};

/// Whether a kernel's field has the bits that it has to have.
enum class Bits { equal, different };

/// Of each kernel. Where there was a reference: whether its field is the reference's. Elsewhere:
/// whether its hash is the one that most kernels have, the first of those equally common.
std::vector<Bits> bits_of(const KernelComparison& comparison);
bool all_equal(const KernelComparison& comparison);

/// Sorts the kernels: the fastest first; without times the one that asks for the fewest sectors.
/// Those without either come last, by name.
void sort_kernels(KernelComparison& comparison);

/// Sectors of a whole step, all ranks and phases together, by the hardware where it counted all,
/// else by emulation.
struct StepSectors {
  SectorSource source = SectorSource::none;
  Measured<SectorCount> count;
  Index fewest = 0;
  Measured<MemoryTraffic> traffic;
};
StepSectors step_sectors(const ComparedKernel& kernel);
/// Requested over fewest.
Measured<double> sector_ratio(const StepSectors& sectors);

/// Points updated a second, and the bytes of that (each value read once, written once) over what a
/// copy moves.
Measured<double> points_per_second(const KernelComparison& comparison,
                                   const ComparedKernel& kernel);
Measured<double> share_of_copy(const KernelComparison& comparison, const ComparedKernel& kernel);

}  // namespace ministencil
