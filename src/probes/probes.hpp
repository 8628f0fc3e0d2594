// SPDX-License-Identifier: Apache-2.0
/// Small kernels that measure one way of reaching memory (kernels/probes/) on the GPU in use.
/// They work on a square of float texels; a block is as wide along the rows and as high across them
/// as asked for.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "core/box.hpp"
#include "stencil/description.hpp"

namespace ministencil {

enum class Probe { copy, global_read, texture_read, surface_fill };

std::string_view name_of(Probe probe);

/// Bytes of texels that a launch moves, read and written: what a rate is made of.
constexpr Index probe_bytes(Probe probe, Index points) {
  return points * points * Index{sizeof(float)} * (probe == Probe::copy ? 2 : 1);
}

/// The largest square: 4 GiB of texels.
inline constexpr Index most_probe_points = 32768;

/// A probe with its memory on the GPU in use.
class ProbeRun {
 public:
  virtual ~ProbeRun() = default;
  /// Seconds a launch: twenty samples, each the mean of ten launches by the device's events, after
  /// launches for warm-up. `block` has at most 1024 threads. Throws MachineError.
  virtual std::vector<double> seconds(BlockShape block) = 0;
  /// How many texels one launch leaves other than they have to be, in memory poisoned before.
  /// Probes that read store their sums for it.
  virtual Index wrong_texels(BlockShape block) = 0;
};

/// Throws MachineError where the build has no CUDA or the GPU lacks the memory.
std::unique_ptr<ProbeRun> make_probe(Probe probe, Index points);

/// Whether make_probe() can do anything but throw.
bool probes_are_built();

}  // namespace ministencil
