// SPDX-License-Identifier: Apache-2.0
/// A sweep of blocks for programs: tune.csv and tune.json (docs/output.md describes both).
#pragma once

#include <string>

#include "tuning/block_sweep.hpp"

namespace ministencil {

/// Version of the names and meanings in tune.csv and tune.json.
inline constexpr int tuning_schema_version = 1;

/// A header and a row a trial. What was not measured is an empty cell.
std::string tuning_csv(const Tuning& tuning);

/// The same rows with where they come from. What was not measured is null, and "<name>_reason" says
/// why.
std::string tuning_json_text(const Tuning& tuning);

}  // namespace ministencil
