// SPDX-License-Identifier: Apache-2.0
#include "output/file_values.hpp"

#include <fmt/chrono.h>

#include <cmath>
#include <ctime>

namespace ministencil {

using Json = nlohmann::ordered_json;

Json json_number(double value) {
  if (std::isfinite(value)) return value;
  return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";
}

Json point_json(Index3 point, int dimensions) {
  Json json = Json::array();
  for (int axis = 0; axis < dimensions; ++axis) json.push_back(point[axis]);
  return json;
}

Json statistics_json(const Statistics& s) {
  return {{"min", json_number(s.min)},
          {"median", json_number(s.median)},
          {"max", json_number(s.max)},
          {"count", s.count}};
}

std::string json_file_text(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string date_text() {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
}

std::string csv_cell(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

}  // namespace ministencil
