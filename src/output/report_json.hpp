// SPDX-License-Identifier: Apache-2.0
/// Reports for programs: run.json and sectors.csv (docs/output.md describes both).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "output/report.hpp"

namespace ministencil {

/// Version of the names and meanings in run.json and sectors.csv.
inline constexpr int report_schema_version = 1;

/// Everything in `report`. What was not measured is null, and "<name>_reason" says why.
/// Numbers that are not finite, which JSON lacks, are the strings "nan", "inf", "-inf".
nlohmann::ordered_json run_json(const RunReport& report);

/// What is known before the first step, as the keys versions, input, backend, rank_grid and ranks.
void add_plan(nlohmann::ordered_json& to, const RunPlan& plan);

/// Sectors through textures and surfaces.
void add_texture_counts(nlohmann::ordered_json& to, const Measured<SectorCount>& count);

/// "emulated", "cupti" or "none".
std::string source_name(SectorSource source);

/// run_json() as the text of a file. Bytes that are not UTF-8 become U+FFFD.
std::string run_json_text(const RunReport& report);

/// A header and a row a rank. What was not counted is an empty cell.
std::string sectors_csv(const RunReport& report);

}  // namespace ministencil
