// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <numeric>
#include <vector>

#include "catalogue/emulated_entry.hpp"
#include "emulator/emulator.hpp"

namespace ministencil {

/// One row of blocks over a pair of fields of the same size, all of it readable and to be written.
/// Fields start on a multiple of 256 bytes.
class Row {
 public:
  static constexpr int elements = 4096;

  Row(Index blocks, int width, int chunk = 1) : blocks_(blocks), width_(width), chunk_(chunk) {
    std::iota(in, in + elements, 0.0f);
    std::fill(out, out + elements, -1.0f);
  }

  EmulatedLaunch<float> launch(const EmulatedEntry& entry) {
    const Point first{0, 0, 0}, last{elements, 1, 1};
    const Launch plan{.block = {width_, 1, 1},
                      .grid = {blocks_, 1, 1},
                      .region = {.first = first,
                                 .last = last,
                                 .readable_first = first,
                                 .readable_last = last,
                                 .inner_first = first,
                                 .inner_last = last,
                                 .chunk = chunk_,
                                 .pitch = elements,
                                 .plane = elements}};
    return {.launch = plan,
            .body = entry.kernel.body<float>(),
            .has_barriers = entry.description.has_barriers,
            .uses_shuffles = entry.description.uses_shuffles,
            .shared_bytes = entry.description.shared_bytes(plan.block, sizeof(float), 1),
            .in = in,
            .out = out,
            .coefficients = {}};
  }

  SectorCounts count(Emulator& emulator, const EmulatedEntry& entry) {
    const auto counted = launch(entry);
    return emulator.count(counted, counted.grid(), range(in), range(out));
  }
  Findings inspect(Emulator& emulator, const EmulatedEntry& entry) {
    return emulator.inspect(launch(entry), range(in), range(out));
  }

  static AddressRange range(const float* field) {
    return {reinterpret_cast<std::uintptr_t>(field), elements * sizeof(float)};
  }

  alignas(256) float in[elements];
  alignas(256) float out[elements];

 private:
  Index blocks_;
  int width_, chunk_;
};

}  // namespace ministencil
