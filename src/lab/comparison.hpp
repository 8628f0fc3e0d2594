// SPDX-License-Identifier: Apache-2.0
/// Runs a trial on a field of small integers and compares every element of its output.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <vector>

#include "emulator/emulator.hpp"
#include "lab/trial.hpp"
#include "lab/trial_device.hpp"

namespace ministencil {

struct Mismatch {
  Index3 point;
  double found, expected;
  bool is_poison;  // found what the output was filled with
};

/// A mistake that a kernel may make: the value `from` points along an axis (0: the point itself) is
/// taken `to` points along it instead.
struct Substitution {
  int axis, from, to;
  Index matches = 0;  // wrong points that it explains

  bool operator==(const Substitution&) const = default;
};

/// Counts of points of the trial's box.
struct LabComparison {
  Index points = 0, interior = 0;  // interior: where the formula applies
  Index wrong = 0;                 // altogether
  Index poisoned = 0;              // of them: nothing was stored
  Index copied = 0;                // of them: the input's value was stored
  Index not_a_number = 0;          // of them: not a number, and not the poison
  Index wrong_on_border = 0;
  std::optional<Mismatch> first;  // wrong one in memory order
  std::array<std::vector<Index>, axes> wrong_at,
      poisoned_at;     // by coordinate, from the box's first
  Index examined = 0;  // wrong points that were held against substitutions
  std::vector<Substitution> substitutions;
  std::optional<Index> stray;  // element, counted from owned point (0, 0, 0), stored beside the box
  Index unsteady = 0;          // elements that another launch of the same trial made otherwise

  bool passed() const { return wrong == 0 && !stray && unsteady == 0; }
};

/// Runs the kernel's compilation that reports nothing.
LabComparison compare(Emulator& emulator, const LabTrial& trial);

/// Runs the one that reports, and lets `inspector` look for faults.
LabComparison compare(Emulator& emulator, const LabTrial& trial, Inspector& inspector);

/// Runs the trial `launches` times on a device, each time into poisoned memory. The comparison is
/// that of the first launch that is wrong, or of the first.
LabComparison compare(TrialDevice& device, const LabTrial& trial, int launches);

/// Whether the kernel's bits on random numbers are those of the catalogue's formula.
struct RandomBits {
  /// What other orders of additions can make of values in [−1, 1): the weights add up to 1, so each
  /// of at most eight roundings of either formula is of half an epsilon.
  static constexpr double most_rounding = 8 * double{std::numeric_limits<float>::epsilon()};

  Index points = 0, differing = 0;
  double largest = 0;  // difference, of values in [−1, 1)
  bool is_rounding() const { return largest <= most_rounding; }
};
RandomBits compare_random(Emulator& emulator, const LabTrial& trial);
RandomBits compare_random(TrialDevice& device, const LabTrial& trial);
/// Whether a trial is of that formula: order 2 in float32.
bool has_catalogue_formula(const LabTrial& trial);

}  // namespace ministencil
