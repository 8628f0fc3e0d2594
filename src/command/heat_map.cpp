// SPDX-License-Identifier: Apache-2.0
#include "command/heat_map.hpp"

#include <fmt/format.h>

#include <optional>

#include "command/child.hpp"
#include "configuration/source_text.hpp"
#include "output/names.hpp"

namespace ministencil {

namespace {

namespace fs = std::filesystem;

constexpr int longest = 120;            // seconds that drawing may take
constexpr int without_matplotlib = 77;  // what the script ends with where there is none

/// Where an installation has the script, or the build tree a link to it; seen from the program.
std::optional<fs::path> find_script() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  for (const char* place : {"../share/ministencil/scripts", "scripts"}) {
    fs::path script = program.parent_path() / place / "plot-blocks";
    if (!error && fs::is_regular_file(script, error)) return script;
    error.clear();
  }
  return {};
}

/// The last line of what a program said, which is where Python puts the error.
std::string last_line(std::string said) {
  said.erase(said.find_last_not_of(" \n") + 1);
  return printable(said.substr(said.find_last_of('\n') + 1), 200);
}

}  // namespace

std::string draw_heat_map(const fs::path& directory) {
  const fs::path table = directory / tune_csv_name, picture = directory / tune_picture_name;
  const std::string by_hand = fmt::format("scripts/plot-blocks {}", table.string());
  const std::optional<fs::path> script = find_script();
  if (!script) return "no heat map: the script is not installed here; draw it with " + by_hand;
  std::string why;
  // The distribution's Python may have what the first of the path lacks.
  for (const char* python : {"python3", "/usr/bin/python3"}) {
    const ChildEnd end =
        run_child({python, script->string(), table.string(), picture.string()}, longest);
    if (end.code == 0) return "heat map: " + picture.string();
    why = last_line(end.said);
    if (end.code != without_matplotlib && end.code != 127) break;
  }
  return fmt::format("no heat map: {}; draw it later with {}", why, by_hand);
}

}  // namespace ministencil
