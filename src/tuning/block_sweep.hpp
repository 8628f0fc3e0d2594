// SPDX-License-Identifier: Apache-2.0
/// What a sweep of blocks found, as plain values. SI base units, unrounded; what was not measured
/// has no value but a reason.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "output/report.hpp"
#include "probes/probes.hpp"
#include "tuning/candidates.hpp"

namespace ministencil {

/// What makes one launch better than another: the median time, or the sectors asked for.
enum class RankedBy { seconds, sectors };

constexpr const char* name_of(RankedBy measure) {
  return measure == RankedBy::seconds ? "seconds" : "sectors";
}

/// A launch and what it was found to do.
struct Trial {
  LaunchCandidate launch;
  Measured<Statistics> seconds;       // of a step of the application, or of a launch of a probe
  Measured<double> bytes_per_second;  // each value read once and written once, or a probe's texels
  Measured<Index> sectors;            // that a step asks for
  std::optional<std::uint64_t> hash;  // of the field after the steps
};

/// All launches of one kernel or probe.
struct BlockSweep {
  std::string subject;  // the kernel's or probe's name
  std::vector<Trial> trials;
};

/// Indices of the trials that have the figure, best first; of equals the default comes first, then
/// the one with more threads, then the one tried first.
std::vector<std::size_t> ranking(const BlockSweep& sweep, RankedBy measure);

/// 1 for the best; 0 for a trial without a place. One a trial, in their order.
std::vector<std::size_t> places(const BlockSweep& sweep, RankedBy measure);

/// The first trial whose field is not that of the first that has one; null if all are equal.
const Trial* first_of_other_hash(const BlockSweep& sweep);

/// What a kernel was tuned for.
struct TunedFor {
  std::string kernel;
  int dimensions = 3;
  int order = 2;
  Precision precision = Precision::float32;
  std::string device;  // the GPU's name, or "emulator"
  bool operator==(const TunedFor&) const = default;
};

/// "kernel 'rotated', 3D, order 2, float32, on NVIDIA H200".
std::string text_of(const TunedFor& tuned_for);

/// Everything that tune.json says.
struct Tuning {
  RankedBy measure = RankedBy::seconds;
  std::vector<BlockSweep> sweeps;  // the one asked for, then what it is held against
  std::string how;                 // in words: what was timed or counted
  std::string program, commit, date, host, device, backend;
  std::optional<Configuration> input;  // of a kernel's sweep
  std::optional<TunedFor> tuned_for;   // of a kernel's sweep
  std::optional<Probe> probe;          // of a probe's
  Index points = 0;                    // along an axis, of a probe's
  std::string stored_in;               // where the winner went; empty: nowhere
  std::vector<std::string> notes;
};

}  // namespace ministencil
