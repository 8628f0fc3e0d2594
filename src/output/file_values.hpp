// SPDX-License-Identifier: Apache-2.0
/// Values as files for programs have them.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "output/report.hpp"

namespace ministencil {

/// Numbers that are not finite, which JSON lacks, become the strings "nan", "inf", "-inf".
nlohmann::ordered_json json_number(double value);

/// One number an axis that the grid has.
nlohmann::ordered_json point_json(Index3 point, int dimensions);

/// Adds the value, or null and "<name>_reason".
template <class T, class Convert>
void add_measured(nlohmann::ordered_json& to, const std::string& name, const Measured<T>& measured,
                  Convert convert) {
  to[name] =
      measured ? nlohmann::ordered_json(convert(*measured)) : nlohmann::ordered_json(nullptr);
  if (!measured) to[name + "_reason"] = measured.reason;
}

/// {min, median, max, count}.
nlohmann::ordered_json statistics_json(const Statistics& statistics);

/// The text of a JSON file. Bytes that are not UTF-8 become U+FFFD.
std::string json_file_text(const nlohmann::ordered_json& json);

/// Now, in UTC: "2026-12-01T10:20:30Z".
std::string date_text();

/// Quoted where a comma, a quote or a line break would break the row.
std::string csv_cell(const std::string& text);

}  // namespace ministencil
