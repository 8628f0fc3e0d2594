// SPDX-License-Identifier: Apache-2.0
#include <sstream>

#include "command/options_common.hpp"

namespace ministencil {

namespace {

constexpr std::array probe_names{
    Named{"copy", Probe::copy}, Named{"global_read", Probe::global_read},
    Named{"texture_read", Probe::texture_read}, Named{"surface_fill", Probe::surface_fill}};

/// "4,8,16", each from 1 to `most`.
template <class T>
std::vector<T> to_list(const Words& words, T most) {
  std::vector<T> numbers;
  std::istringstream items(words.values.at(0) + ",");
  for (std::string item; std::getline(items, item, ',');) {
    numbers.push_back(static_cast<T>(Words{words.option, {item}}.integer(0, most)));
  }
  return numbers;
}

void add_launch_space(CLI::App& app, TuneOptions& tune) {
  constexpr int most_threads = 65535;  // wider ones are no use, and listed as impossible from 1024
  add(app, "--widths", 1, "A,B,…", "Threads along x to try; default: 4 to 64 and the kernel's",
      [&tune](const Words& words) { tune.space.widths = to_list(words, most_threads); });
  add(app, "--heights", 1, "A,B,…", "Threads along y to try; default: 4 to 64 and the kernel's",
      [&tune](const Words& words) { tune.space.heights = to_list(words, most_threads); });
  add(app, "--chunks", 1, "A,B,…", "Chunks to try; default: 4 to 64 and the kernel's",
      [&tune](const Words& words) {
        tune.space.chunks = to_list(words, std::numeric_limits<Index>::max());
      });
}

}  // namespace

void add_tune_options(CLI::App& app, TuneOptions& tune) {
  CLI::Option* set = add_input_options(app, tune);
  add_launch_space(app, tune);
  CLI::Option* probe = add(app, "--probe", 1, "P",
                           "Instead of INPUT: copy, global_read, texture_read or surface_fill",
                           [&tune](const Words& words) { tune.probe = words.choice(probe_names); });
  probe->excludes("INPUT")->excludes("--store")->excludes("--chunks")->excludes(set);
  add(app, "--points", 1, "N", "With --probe: texels along both axes; default: 4096",
      [&tune](const Words& words) { tune.points = words.integer(0, most_probe_points); })
      ->needs(probe);
  add(app, "--output", 1, "DIR", "Directory for results; default: tune in the input's",
      [&tune](const Words& words) { tune.output = words.values.at(0); });
  add_flag(app, "--overwrite", "Replace the results of an earlier sweep",
           [&tune] { tune.overwrite = true; });
}

}  // namespace ministencil
