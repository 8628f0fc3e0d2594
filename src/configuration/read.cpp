// SPDX-License-Identifier: Apache-2.0
#include "configuration/read.hpp"

#include <sstream>

#include "configuration/input_tree.hpp"
#include "configuration/override.hpp"
#include "configuration/resolve.hpp"
#include "configuration/source_text.hpp"
#include "core/error.hpp"

namespace ministencil {

Configuration read_configuration(const std::string& path, const std::vector<std::string>& overrides,
                                 const SettingsCheck& check) {
  return parse_configuration(read_input_file(path), path, overrides, check);
}

namespace {

/// Where the key that a message begins with was written; the nearest section if it was not.
std::string place_of(const InputNode& root, const std::string& message) {
  std::istringstream keys(message.substr(0, message.find_first_of(" :")));
  const InputNode* node = &root;
  std::string place = root.where;
  for (std::string key; std::getline(keys, key, '.') && (node = node->find(key));) {
    place = node->where;
  }
  return place;
}

}  // namespace

Configuration parse_configuration(const std::string& text, const std::string& name,
                                  const std::vector<std::string>& overrides,
                                  const SettingsCheck& check) {
  if (!is_utf8(name)) {
    throw InputError(printable(name, 4096) +
                     ": the path is not UTF-8: outputs record it as text; rename the file");
  }
  InputNode root = parse_input(text, name);
  if (root.kind == InputNode::Kind::null) {
    throw InputError(printable(name, 4096) +
                     ": empty: an input holds at least one setting; start from "
                     "inputs/cube64.yaml, or write {} to run all defaults");
  }
  for (const std::string& override_text : overrides) apply_override(root, override_text);
  Configuration configuration = resolve(root, name);
  try {
    if (check) check(configuration);
  } catch (const InputError& error) {
    throw InputError(place_of(root, error.what()) + ": " + error.what());
  }
  return configuration;
}

}  // namespace ministencil
