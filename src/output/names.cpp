// SPDX-License-Identifier: Apache-2.0
#include "output/names.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ministencil {

namespace {

constexpr std::string_view snapshot_start = "snapshot_", snapshot_end = ".h5";
constexpr std::size_t step_digits = 10;

bool is_snapshot_name(std::string_view name) {
  if (!name.starts_with(snapshot_start) || !name.ends_with(snapshot_end)) return false;
  if (name.size() < snapshot_start.size() + step_digits + snapshot_end.size()) return false;
  name.remove_prefix(snapshot_start.size());
  name.remove_suffix(snapshot_end.size());
  return std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

std::string snapshot_name(Index step) {
  return fmt::format("{}{:010}{}", snapshot_start, step, snapshot_end);
}

std::string name_of(OutputOf command) {
  return command == OutputOf::run ? "run" : command == OutputOf::sweep ? "sweep" : "comparison";
}

bool is_output_name(std::string_view name, OutputOf command) {
  if (name.ends_with(part_ending)) name.remove_suffix(part_ending.size());
  if (command == OutputOf::comparison) {
    return name == compare_json_name || name == compare_csv_name;
  }
  if (command == OutputOf::sweep) {
    return name == tune_csv_name || name == tune_json_name || name == tune_picture_name;
  }
  return name == run_json_name || name == sectors_csv_name || name == series_name ||
         is_snapshot_name(name);
}

bool is_sign_of(OutputOf command, std::string_view name) {
  if (command == OutputOf::comparison) return name == compare_json_name;
  if (command == OutputOf::sweep) return name == tune_json_name;
  return name == run_json_name || is_snapshot_name(name);
}

}  // namespace ministencil
