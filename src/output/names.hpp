// SPDX-License-Identifier: Apache-2.0
/// Names of the files that a command leaves in its output directory.
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
inline constexpr std::string_view compare_json_name = "compare.json";
inline constexpr std::string_view compare_csv_name = "compare.csv";

/// A file under this ending is being written; it is renamed once it is complete.
inline constexpr std::string_view part_ending = ".part";

/// "snapshot_0000000050.h5": padded, so that names sort by step.
std::string snapshot_name(Index step);

/// Whose files: each command leaves those of the others alone.
enum class OutputOf { run, comparison, sweep };
/// "run", "comparison", "sweep".
std::string name_of(OutputOf command);

/// Whether `name` is one that the command gives to a file, complete or being written.
bool is_output_name(std::string_view name, OutputOf command);

/// Whether `name` shows that the command has been here: for a run, run.json or a complete snapshot.
bool is_sign_of(OutputOf command, std::string_view name);

}  // namespace ministencil
