// SPDX-License-Identifier: Apache-2.0
#include "command/options_common.hpp"

namespace ministencil {

void add_intensity_options(CLI::App& app, IntensityOptions& intensity) {
  add(app, "--kernel", 1, "K", "Kernel; default: every one",
      [&intensity](const Words& words) { intensity.kernel = words.values.at(0); });
  add(app, "--dimensions", 1, "D", "Of the grids: 3 (default) or 2",
      [&intensity](const Words& words) { intensity.dimensions = to_dimensions(words); });
  add_block(app, intensity.block);
  add_chunk(app, intensity.chunk);
  add_precision_and_order(app, intensity.precision, intensity.order);
  add_flag(app, "--json", "Print JSON", [&intensity] { intensity.json = true; });
}

}  // namespace ministencil
