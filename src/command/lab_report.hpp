// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "command/lab_process.hpp"
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
  LabGpuPart gpu{};

  Index sectors() const {  // of all launches
    return verification.profile->counted.sectors() * options.launches;
  }
  bool within_gate() const {
    return !options.gate || static_cast<double>(sectors()) <= *options.gate;
  }
  bool passed() const { return verification.passed() && within_gate() && gpu.passed(); }
};

/// The same for a kernel that ended or broke its process instead of returning.
std::string lab_text(const KernelText& kernel, const std::string& what);
std::string lab_json_text(const KernelText& kernel, const std::string& what);

std::string lab_text(const LabReport& report);
std::string lab_json_text(const LabReport& report);

/// What the emulator's and the GPU's part say alike.
std::string result_text(const TrialResult& result);
std::string random_text(const std::optional<RandomBits>& random);
nlohmann::ordered_json random_json(const RandomBits& random);

}  // namespace ministencil
