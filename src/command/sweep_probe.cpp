// SPDX-License-Identifier: Apache-2.0
#include "command/sweep_probe.hpp"

#include <unistd.h>

#include <iostream>

#include "backend/devices.hpp"
#include "core/error.hpp"
#include "output/progress.hpp"

namespace ministencil {

namespace {

Trial trial_of(ProbeRun& run, const LaunchCandidate& launch, Index bytes) {
  Trial trial{.launch = launch, .seconds = {}, .bytes_per_second = {}, .sectors = {}, .hash = {}};
  if (!launch.limit.empty()) return trial;
  trial.seconds = statistics_of(run.seconds(launch.block));
  trial.bytes_per_second =
      trial.seconds->median > 0
          ? Measured<double>::of(static_cast<double>(bytes) / trial.seconds->median)
          : Measured<double>::none("launches too short for the clock");
  trial.sectors = Measured<Index>::none("a probe is timed only");
  return trial;
}

}  // namespace

std::string how_a_probe_is_swept() {
  return "a launch: median of 20 samples of 10 launches each, after warm-up, by events; bandwidth: "
         "bytes of texels read and written over time";
}

ProbeSweep sweep_probe(Probe probe, Index points, const std::vector<LaunchCandidate>& all) {
  const std::unique_ptr<ProbeRun> run = make_probe(probe, points);
  ProbeSweep result{.sweep = {.subject = std::string(name_of(probe)), .trials = {}}};
  const auto count = static_cast<Index>(all.size());
  Progress progress(std::cout, progress_style(STDOUT_FILENO), count, {}, "block");
  for (const LaunchCandidate& launch : all) {
    result.sweep.trials.push_back(trial_of(*run, launch, probe_bytes(probe, points)));
    if (launch.limit.empty()) result.wrong_texels += run->wrong_texels(launch.block);
    progress.update(static_cast<Index>(result.sweep.trials.size()));
  }
  progress.finish();
  return result;
}

std::string use_gpu_for(Probe probe) {
  const std::string what = "tune --probe " + std::string(name_of(probe)) + ": ";
  if (!probes_are_built()) {
    throw MachineError(what +
                       "this build has no CUDA, and probes measure a GPU; configure the preset "
                       "'cuda'");
  }
  const std::vector<Device> devices = visible_devices();
  if (devices.empty()) {
    throw MachineError(what + "no GPU is visible; check nvidia-smi and CUDA_VISIBLE_DEVICES");
  }
  use_device(0);
  return devices.front().name;
}

}  // namespace ministencil
