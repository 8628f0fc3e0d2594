// SPDX-License-Identifier: Apache-2.0
/// Reads and checks an input file. Without MPI: the caller reads on one rank and broadcasts the
/// text of to_json(), which every other rank turns back with from_json().
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "configuration/configuration.hpp"

namespace ministencil {

/// What other parts demand of the settings: throws InputError that begins with the key, such as
/// "kernel.name 'x' is …".
using SettingsCheck = std::function<void(const Configuration&)>;

/// Reads the YAML file at `path` strictly, applies `overrides` ("time.steps=10") in order, fills in
/// defaults and checks every value, at last by `check`. Throws FileError if the file cannot be
/// read, and InputError "path:line: …" with the offending value and the nearest valid key
/// otherwise. Bounded in time and memory whatever the file holds.
Configuration read_configuration(const std::string& path, const std::vector<std::string>& overrides,
                                 const SettingsCheck& check = {});

/// The same from text; `name` stands for the path in messages.
Configuration parse_configuration(const std::string& text, const std::string& name,
                                  const std::vector<std::string>& overrides = {},
                                  const SettingsCheck& check = {});

/// The resolved input with the keys of the input format; from_json(to_json(c)) == c, bit by bit.
nlohmann::ordered_json to_json(const Configuration& configuration);
Configuration from_json(const nlohmann::ordered_json& json);

}  // namespace ministencil
