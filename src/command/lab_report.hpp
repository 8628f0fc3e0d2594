// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "command/options.hpp"
#include "lab/explanation.hpp"
#include "lab/verification.hpp"

namespace ministencil {

/// Everything that the laboratory found out about a kernel file.
struct LabReport {
  const LabOptions& options;
  const KernelText& kernel;
  const Subject& subject;
  Verification verification;
  std::vector<ExplainedLine> lines;  // of one launch
  std::vector<std::string> sentences;

  Index sectors() const {  // of all launches
    return verification.profile->counted.sectors() * options.launches;
  }
  bool within_gate() const {
    return !options.gate || static_cast<double>(sectors()) <= *options.gate;
  }
  bool passed() const { return verification.passed() && within_gate(); }
};

/// The same for a kernel that ended or broke its process instead of returning.
std::string lab_text(const KernelText& kernel, const std::string& what);
std::string lab_json_text(const KernelText& kernel, const std::string& what);

std::string lab_text(const LabReport& report);
std::string lab_json_text(const LabReport& report);

/// Why there are no registers, occupancy and time.
inline constexpr const char* no_gpu_reason =
    "this version measures kernel files in the emulator only";

}  // namespace ministencil
