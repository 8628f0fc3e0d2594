// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <sstream>

#include "command/options_common.hpp"

namespace ministencil {

namespace {

std::vector<std::string> to_names(const Words& words) {
  std::vector<std::string> names;
  std::istringstream list(words.values.at(0));
  for (std::string name; std::getline(list, name, ',');) names.push_back(name);
  const bool has_empty = words.values.at(0).back() == ',' || std::ranges::count(names, "") > 0;
  if (has_empty) refuse_usage(words.option + ": a name is empty: separate names by single commas");
  for (const std::string& name : names) {
    if (std::ranges::count(names, name) == 1) continue;
    refuse_usage(words.option + ": " + shown(name) + " is named twice: name it once");
  }
  return names;
}

}  // namespace

void add_compare_options(CLI::App& app, CompareOptions& compare) {
  add_job_options(app, compare.run);
  add(app, "--kernels", 1, "A,B", "Kernels to compare; default: every one that takes the input",
      [&compare](const Words& words) { compare.kernels = to_names(words); });
  add(app, "--steps", 1, "N", "Steps of each; default: the input's, at most 22",
      [&compare](const Words& words) { compare.steps = words.integer(); });
}

}  // namespace ministencil
