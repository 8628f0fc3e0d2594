// SPDX-License-Identifier: Apache-2.0
#include "command/options_common.hpp"

namespace ministencil {

namespace {

constexpr std::array layout_names{Named{"packed", CountLayout::packed},
                                  Named{"application", CountLayout::application}};

Index3 to_points(const Words& words) {
  const Index3 points{words.integer(0), words.integer(1),
                      words.values.size() > 2 ? words.integer(2) : 1};
  Index plane = 0, all = 0;
  if (__builtin_mul_overflow(points.x, points.y, &plane) ||
      __builtin_mul_overflow(plane, points.z, &all)) {
    refuse_usage("--points: too many points: their number must be below 2^63; use a smaller grid");
  }
  return points;
}

void add_count_launch(CLI::App& app, CountOptions& count) {
  add_block(app, count.block);
  CLI::Option* chunk = add_chunk(app, count.chunk);
  add(app, "--chunks", 1, "N", "Blocks along z (2D: y), instead of --chunk",
      [&count](const Words& words) { count.chunks = words.integer(); })
      ->excludes(chunk);
  add(app, "--launches", 1, "L", "Launches to sum over; default: 1",
      [&count](const Words& words) { count.launches = words.integer(); });
}

}  // namespace

void add_count_options(CLI::App& app, CountOptions& count) {
  add(app, "--kernel", 1, "K", "Kernel; --list-kernels names them", [&count](const Words& words) {
    count.kernel = words.values.at(0);
  })->required();
  add(app, "--points", 2, "NX NY [NZ]", "Points of the grid, borders included",
      [&count](const Words& words) {
        count.points = to_points(words);
        count.dimensions = static_cast<int>(words.values.size());
      })
      ->expected(2, 3)
      ->required();
  add_count_launch(app, count);
  add_precision_and_order(app, count.precision, count.order);
  add(app, "--layout", 1, "LAYOUT", "packed (default) or application",
      [&count](const Words& words) { count.layout = words.choice(layout_names); });
  CLI::Option* sampled = add_flag(app, "--sampled", "Count a few blocks of each class (default)",
                                  [&count] { count.method = CountMethod::sampled; });
  add_flag(app, "--full", "Count every block", [&count] {
    count.method = CountMethod::full;
  })->excludes(sampled);
  add_flag(app, "--json", "Print JSON", [&count] { count.json = true; });
}

}  // namespace ministencil
