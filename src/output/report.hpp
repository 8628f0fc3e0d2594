// SPDX-License-Identifier: Apache-2.0
/// What a run found out, as plain values; report_text.hpp and report_json.hpp turn them into text.
/// Numbers are in SI base units and unrounded. What was not measured has no value but a reason.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "configuration/configuration.hpp"
#include "core/box.hpp"
#include "profile/utilisation.hpp"

namespace ministencil {

/// A value, or the reason why there is none.
template <class T>
struct Measured {
  std::optional<T> value;
  std::string reason = "not measured";  // why there is no value

  static Measured of(T found) { return {std::move(found), {}}; }
  static Measured none(std::string why) { return {std::nullopt, std::move(why)}; }
  explicit operator bool() const { return value.has_value(); }
  const T& operator*() const { return *value; }
  const T* operator->() const { return &*value; }
};

struct Statistics {
  double min = 0, median = 0, max = 0;
  Index count = 0;
};

/// Of at least one sample; the median of an even number is the mean of the middle two.
/// No value, with the reason, for none.
Measured<Statistics> statistics_of(std::vector<double> samples);

struct NamedText {
  std::string name, value;
};

/// What one rank works on and where.
struct RankRow {
  int rank = 0;
  std::string host, device;
  Box owned;                // global coordinates
  Index memory_bytes = 0;   // fields and staging
  Index halo_messages = 0;  // sent a step
  Index halo_bytes = 0;     // sent a step
};

struct Timing {
  Measured<Statistics> step;  // seconds a step, of the slowest rank, warm-up excluded
  Index warm_up_steps = 0;
  double stepping = 0;  // seconds in the time loop, warm-up included
  double total = 0;     // seconds from start to end of the run
};

struct HaloTimes {
  double exposed = 0, hidden = 0;  // seconds a step, mean, of the rank with the longest exposed
};

enum class Phase { interior, shells };
/// "interior", "shells".
std::string name_of(Phase phase);

/// Sectors of one sweep of one rank and phase; what goes through textures and surfaces beside the
/// others.
struct SectorCount {
  Index loads = 0, stores = 0;
  Index texture_sectors = 0, surface_sectors = 0;
  bool operator==(const SectorCount&) const = default;
  Index sectors() const { return loads + stores; }
  /// Those through textures and surfaces among them.
  Index all_sectors() const { return sectors() + texture_sectors + surface_sectors; }
  bool has_textures() const { return texture_sectors + surface_sectors > 0; }
};
SectorCount operator+(const SectorCount& a, const SectorCount& b);
/// What the same sweep moved beyond L1; only hardware can count it.
struct MemoryTraffic {
  Index l2_reads = 0;                      // sectors read from L2
  double dram_read = 0, dram_written = 0;  // bytes
};
MemoryTraffic operator+(const MemoryTraffic& a, const MemoryTraffic& b);
struct SectorRow {
  int rank = 0;
  std::string kernel;
  Phase phase = Phase::interior;
  SectorSource source = SectorSource::none;  // how they were counted
  Index points = 0;                          // updated by the phase
  Measured<SectorCount> count;
  Index fewest = 0;  // sectors that any kernel needs: each value once
  Measured<MemoryTraffic> traffic = Measured<MemoryTraffic>::none("emulation counts requests only");
};

/// What the kernel takes of rank 0's GPU, and how busy it keeps it: one sweep of the interior.
struct KernelProfile {
  std::string kernel;
  Index points = 0;                // that the sweep updates
  int registers = 0;               // a thread
  Index shared_bytes = 0;          // a block
  Index spilled_bytes = 0;         // a thread
  double occupancy_limit = 0;      // share of the resident warps possible
  double seconds = 0;              // of the sweep alone, median
  Measured<SectorCount> requests;  // as counted for rank 0's interior
  Measured<Utilisation> utilisation;
};

/// The first point, in memory order, where two fields differ.
struct FieldDifference {
  Index3 point;  // global
  double field = 0, reference = 0;
};
struct ReferenceCheck {
  std::string reference;  // "kokkos (Cuda)"
  Index step = 0;         // after which the fields were compared
  Index points = 0;       // compared
  Index differing = 0;
  std::optional<FieldDifference> first;
  bool passed() const { return points > 0 && differing == 0; }
};
struct EigenmodeCheck {
  double max_error = 0, tolerance = 0;                    // kelvin
  bool passed() const { return max_error <= tolerance; }  // false for NaN
};
struct Checks {
  Measured<ReferenceCheck> reference;
  Measured<EigenmodeCheck> eigenmode;
  Measured<std::uint64_t> hash;
};

/// What is known before the first step.
struct RunPlan {
  Configuration configuration;           // resolved
  std::vector<NamedText> versions;       // program first, then its dependencies
  std::string backend;                   // name
  std::string backend_reason;            // why this one
  std::array<int, axes> ranks{1, 1, 1};  // along x, y, z
  std::vector<RankRow> rows;             // by rank
};

struct RunReport {
  RunPlan plan;
  Index steps = 0;  // completed
  Timing timing;
  Measured<double> copy_bandwidth;  // bytes read and written a second, all ranks together
  Measured<HaloTimes> halo;
  std::vector<SectorRow> sectors;  // by rank, interior before shells
  Measured<KernelProfile> profile = Measured<KernelProfile>::none("the backend uses no GPU");
  Checks checks;
  std::vector<std::string> files;  // written, relative to the output directory
  std::vector<std::string> warnings;
};

/// Whether counts of the hardware and of the emulator are the same, row by row, to the last digit.
/// No value, with the reason, where not both were taken.
struct SectorAgreement {
  Index rows = 0, different = 0;
};
Measured<SectorAgreement> sector_agreement(const std::vector<SectorRow>& rows);

/// `amount` (points, bytes) a second at the median time of a step; a time of 0 is no measurement.
Measured<double> rate(double amount, const Measured<Statistics>& step);

/// Points updated a second: all points over the median time of a step.
Measured<double> points_per_second(const RunReport& report);
/// Bytes a second that a perfect cache would move: each value read once and written once.
Measured<double> effective_bandwidth(const RunReport& report);
/// effective_bandwidth / copy_bandwidth.
Measured<double> share_of_copy(const RunReport& report);

/// What a reader of the figures has to know: steps too short for their clock, faster than a copy,
/// or fields of `field_bytes` that lie in a cache of `cache_bytes` (0: unknown).
std::vector<std::string> notes_on_figures(const RunReport& report, Index field_bytes,
                                          Index cache_bytes);
/// The same about a step that reaches `share` of a copy.
std::vector<std::string> notes_on_figures(const Measured<Statistics>& step,
                                          const Measured<double>& share, Index field_bytes,
                                          Index cache_bytes);

}  // namespace ministencil
