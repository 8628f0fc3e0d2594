// SPDX-License-Identifier: Apache-2.0
#include "tuning/tuning_files.hpp"

#include <nlohmann/json.hpp>

#include "configuration/read.hpp"
#include "field/hash.hpp"

namespace ministencil {

namespace {

using Json = nlohmann::ordered_json;

/// The names of a row's cells, in tune.csv and tune.json alike.
constexpr const char* header =
    "subject,width,height,depth,chunk,threads,default,place,seconds_median,seconds_min,seconds_max,"
    "samples,bytes_per_second,sectors,hash,limit";

template <class T>
Json value_or_null(const Measured<T>& measured) {
  return measured ? Json(*measured) : Json(nullptr);
}

Json trial_json(const std::string& subject, const Trial& trial, std::size_t place) {
  const auto& [launch, seconds, rate, sectors, hash] = trial;
  Json json{{"subject", subject},
            {"width", launch.block.x},
            {"height", launch.block.y},
            {"depth", launch.block.z},
            {"chunk", launch.chunk > 0 ? Json(launch.chunk) : Json(nullptr)},
            {"threads", Index{launch.block.x} * launch.block.y * launch.block.z},
            {"default", launch.is_default},
            {"place", place > 0 ? Json(place) : Json(nullptr)},
            {"seconds_median", seconds ? Json(seconds->median) : Json(nullptr)},
            {"seconds_min", seconds ? Json(seconds->min) : Json(nullptr)},
            {"seconds_max", seconds ? Json(seconds->max) : Json(nullptr)},
            {"samples", seconds ? Json(seconds->count) : Json(nullptr)},
            {"bytes_per_second", value_or_null(rate)},
            {"sectors", value_or_null(sectors)},
            {"hash", hash ? Json(hash_text(*hash)) : Json(nullptr)},
            {"limit", launch.limit.empty() ? Json(nullptr) : Json(launch.limit)}};
  if (!launch.limit.empty()) return json;
  if (!seconds) json["seconds_reason"] = seconds.reason;
  if (!rate) json["bytes_per_second_reason"] = rate.reason;
  if (!sectors) json["sectors_reason"] = sectors.reason;
  return json;
}

/// Every trial of every sweep.
Json rows_json(const Tuning& tuning) {
  Json rows = Json::array();
  for (const BlockSweep& sweep : tuning.sweeps) {
    const std::vector<std::size_t> all = places(sweep, tuning.measure);
    for (std::size_t i = 0; i < all.size(); ++i) {
      rows.push_back(trial_json(sweep.subject, sweep.trials[i], all[i]));
    }
  }
  return rows;
}

std::string csv_cell(const Json& value) {
  if (value.is_null()) return "";
  if (!value.is_string()) return value.dump();
  auto text = value.get<std::string>();
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted(1, '"');
  for (const char c : text) quoted.append(c == '"' ? 2 : 1, c);
  quoted += '"';
  return quoted;
}

Json units_json() {
  return {{"width, height, depth", "threads"},
          {"chunk", "layers of the grid"},
          {"seconds_…", "seconds"},
          {"bytes_per_second", "bytes read and written a second"},
          {"sectors", "32 bytes"}};
}

}  // namespace

std::string tuning_csv(const Tuning& tuning) {
  std::string text = std::string(header) + "\n";
  for (const Json& row : rows_json(tuning)) {
    std::string line;
    for (const auto& [name, value] : row.items()) {
      if (name.ends_with("_reason")) continue;
      if (!line.empty()) line += ',';
      line += csv_cell(value);
    }
    text += line + "\n";
  }
  return text;
}

std::string tuning_json_text(const Tuning& tuning) {
  Json json{{"schema_version", tuning_schema_version},
            {"program", tuning.program},
            {"commit", tuning.commit},
            {"date", tuning.date},
            {"host", tuning.host},
            {"device", tuning.device},
            {"backend", tuning.backend},
            {"ranked_by", name_of(tuning.measure)},
            {"how", tuning.how},
            {"units", units_json()}};
  if (tuning.input) json["input"] = to_json(*tuning.input);
  if (tuning.probe) json["points"] = {tuning.points, tuning.points};
  json["stored_in"] = tuning.stored_in.empty() ? Json(nullptr) : Json(tuning.stored_in);
  json["trials"] = rows_json(tuning);
  json["notes"] = tuning.notes;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace ministencil
