// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "command/lab_gpu.hpp"
#include "command/lab_report.hpp"
#include "output/report_text.hpp"
#include "output/table.hpp"
#include "profile/bottleneck.hpp"

namespace ministencil {

namespace {

template <class T, class Words>
std::string or_reason(const Measured<T>& measured, const Words& words) {
  return measured ? std::string(words(*measured)) : "not measured: " + measured.reason;
}

std::string percent(double share) { return fmt::format("{:.0f} %", 100 * share); }

std::string trials_text(const DeviceVerification& verification) {
  Table table({{""}, {""}});
  for (const TrialResult& result : verification.results) {
    table.add({text_of(result.trial), result_text(result)});
  }
  if (!verification.stopped.empty()) table.add({"stopped", verification.stopped});
  for (const std::string& trial : verification.left_out) {
    table.add({trial, "not run: the kernel stopped the GPU before"});
  }
  return table.text();
}

std::string times_text(const LabSpeed& speed) {
  if (!speed.seconds) return "none: " + speed.seconds.reason;
  return fmt::format("median {}, min {}, max {} of {} launches",
                     with_prefix(speed.seconds->median, "s"), with_prefix(speed.seconds->min, "s"),
                     with_prefix(speed.seconds->max, "s"), speed.seconds->count);
}

std::string rates_text(const LabSpeed& speed) {
  return or_reason(speed.points_per_second,
                   [](double r) { return fmt::format("{:.4g} Gpoint/s", 1e-9 * r); }) +
         fmt::format("; {} of a copy, which moves {}", or_reason(speed.share_of_copy, percent),
                     with_prefix(speed.copy_bandwidth, "B/s"));
}

std::string resources_text(const KernelResources& r) {
  return fmt::format("{} registers a thread, {} B of shared memory a block, {} B a thread spilled",
                     r.registers, r.shared_bytes, r.spilled_bytes);
}

std::string occupancy_text(const LabGpu& found) {
  const std::string limit = percent(found.resources->occupancy) + " of the warps fit";
  return found.utilisation ? percent(found.utilisation->occupancy) + " resident; " + limit : limit;
}

/// "100 loaded + 20 stored", and what goes through textures and surfaces where the kernel has them.
std::string counts_text(const SectorCount& c, bool has_textures) {
  const std::string text = fmt::format("{} loaded + {} stored", c.loads, c.stores);
  return has_textures ? fmt::format("{}, {} through textures + {} through surfaces", text,
                                    c.texture_sectors, c.surface_sectors)
                      : text;
}

std::string sectors_text(const LabGpu& found) {
  return or_reason(found.sectors, [&](const SectorCount& c) {
    const bool has_textures = c.has_textures() || found.emulated.has_textures();
    const std::string emulated = counts_text(found.emulated, has_textures);
    return counts_text(c, has_textures) + "; " +
           (c == found.emulated ? "equal to the emulated ones"
                                : "DIFFER from the emulated " + emulated);
  });
}

std::string traffic_text(const MemoryTraffic& t) {
  return fmt::format("{} sectors read from L2; DRAM {} read, {} written", t.l2_reads,
                     with_prefix(t.dram_read, "B"), with_prefix(t.dram_written, "B"));
}

std::string bound_text(const Utilisation& u) {
  const Bottleneck bottleneck = bottleneck_of(u);
  return fmt::format("{}: {}; DRAM {}, L2 {}, L1 {}, issue {} busy", name_of(bottleneck.bound),
                     bottleneck.evidence, percent(u.dram), percent(u.l2), percent(u.l1),
                     percent(u.issue));
}

std::string launch_text(const LabGpu& found) {
  Table table({{""}, {""}});
  table.add({"time", or_reason(found.speed, times_text)});
  if (found.speed) table.add({"speed", rates_text(*found.speed)});
  table.add({"resources", or_reason(found.resources, resources_text)});
  if (found.resources) table.add({"occupancy", occupancy_text(found)});
  table.add({"sectors", sectors_text(found)});
  table.add({"traffic", or_reason(found.traffic, traffic_text)});
  table.add({"bound by", or_reason(found.utilisation, bound_text)});
  std::string text = table.text();
  for (const std::string& note : found.notes) text += "Note: " + note + "\n";
  return text;
}

}  // namespace

std::string lab_gpu_text(const LabGpu& found) {
  const DeviceVerification& v = found.verification;
  std::string text =
      fmt::format(
          "\nOn the GPU ({}): {} launches of each trial, output poisoned, every element "
          "compared\n",
          found.device, device_launches) +
      trials_text(v) + random_text(v.random);
  if (!v.passed()) text += "It looks like this on the GPU: " + v.verdict.text + "\n";
  const auto& [x, y, z] = found.points;
  return text +
         fmt::format("One launch on {} x {}{} points, alone on the GPU\n", x, y,
                     z == 1 ? "" : fmt::format(" x {}", z)) +
         launch_text(found);
}

}  // namespace ministencil
