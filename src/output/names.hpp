// SPDX-License-Identifier: Apache-2.0
/// Names of the files that a run or a sweep of blocks leaves in its output directory.
#pragma once

#include <string>
#include <string_view>

#include "core/box.hpp"

namespace ministencil {

inline constexpr std::string_view run_json_name = "run.json";
inline constexpr std::string_view sectors_csv_name = "sectors.csv";
inline constexpr std::string_view tune_csv_name = "tune.csv";
inline constexpr std::string_view tune_json_name = "tune.json";
inline constexpr std::string_view tune_picture_name = "tune.png";
inline constexpr std::string_view series_name = "snapshots.xdmf";

/// A file under this ending is being written; it is renamed once it is complete.
inline constexpr std::string_view part_ending = ".part";

/// "snapshot_0000000050.h5": padded, so that names sort by step.
std::string snapshot_name(Index step);

/// Whether `name` is one of these, complete or being written.
bool is_output_name(std::string_view name);

/// Whether `name` shows that a run or a sweep has been here: run.json, tune.json or a complete
/// snapshot.
bool is_sign_of_a_run(std::string_view name);

}  // namespace ministencil
