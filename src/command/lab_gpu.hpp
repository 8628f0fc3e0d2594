// SPDX-License-Identifier: Apache-2.0
/// What a GPU says about a kernel file: whether it is right there, how fast it is, and why.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "backend/backend.hpp"
#include "lab/device_verification.hpp"
#include "output/report.hpp"

namespace ministencil {

/// Of launches on the grid whose sectors are counted.
struct LabSpeed {
  Measured<Statistics> seconds;  // a launch, warm-up left out
  double copy_bandwidth = 0;     // bytes read and written a second by a copy in the same process
  Measured<double> points_per_second, share_of_copy;
};

struct LabGpu {
  std::string device;  // "NVIDIA H200"
  DeviceVerification verification;
  Index3 points{};  // of the grid of one launch
  SectorCount emulated;
  Measured<LabSpeed> speed;
  Measured<KernelResources> resources;
  Measured<SectorCount> sectors;  // counted by the hardware
  Measured<MemoryTraffic> traffic;
  Measured<Utilisation> utilisation;
  std::vector<std::string> notes{};
};

/// Fills in everything but the verification by launches of `trial` on the device in use. Values
/// that cannot be had get their reasons; what the device refuses or stops at is thrown as Error.
void measure_on_gpu(const LabTrial& trial, LabGpu& found);

/// Runs trials on the device in use; an endless kernel ends the process with SIGALRM.
class GpuTrials : public TrialDevice {
 public:
  /// Longer than any launch of a trial takes that ends at all.
  static constexpr unsigned most_seconds = 30;

  void run(const LabTrial& trial, const Coefficients<float>& coefficients,
           const TrialMemory<float>& in, const TrialMemory<float>& out) override;
  void run(const LabTrial& trial, const Coefficients<double>& coefficients,
           const TrialMemory<double>& in, const TrialMemory<double>& out) override;
};

std::string lab_gpu_text(const LabGpu& found);
nlohmann::ordered_json lab_gpu_json(const LabGpu& found);

}  // namespace ministencil
