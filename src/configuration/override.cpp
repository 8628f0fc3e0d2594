// SPDX-License-Identifier: Apache-2.0
#include "configuration/override.hpp"

#include <algorithm>
#include <vector>

#include "configuration/source_text.hpp"
#include "core/error.hpp"

namespace ministencil {

namespace {

/// "a.b" as {"a", "b"}; "" and "a..b" have empty parts.
std::vector<std::string> split(const std::string& path) {
  std::vector<std::string> keys(1);
  for (const char c : path) {
    if (c == '.') {
      keys.emplace_back();
    } else {
      keys.back() += c;
    }
  }
  return keys;
}

InputNode& entry(InputNode& mapping, const std::string& key, const std::string& label) {
  if (InputNode* found = mapping.find(key)) return *found;
  mapping.items.push_back(
      {.kind = InputNode::Kind::mapping, .text = {}, .where = label, .key = key});
  return mapping.items.back();
}

void remove(InputNode& mapping, const std::string& key) {
  std::erase_if(mapping.items, [&](const InputNode& item) { return item.key == key; });
}

/// Removes what `key` of `section`, set to `value`, decides or replaces.
void remove_what_follows(InputNode& section, const std::string& path, const std::string& key,
                         const InputNode& value) {
  if (path == "time" && key == "step") remove(section, "diffusion_number");
  if (path == "time" && key == "diffusion_number") remove(section, "step");
  if (path != "kernel" || (key != "block" && key != "chunk")) return;
  remove(section, "block_from");
  // A tuned launch has a chunk of its own.
  if (key == "block" && value.text == "tuned") remove(section, "chunk");
}

}  // namespace

void apply_override(InputNode& root, const std::string& assignment) {
  const std::string label = "--set " + printable(assignment, 120);
  const std::size_t equals = assignment.find('=');
  const std::vector<std::string> keys = split(assignment.substr(0, equals));
  const bool has_empty = std::find(keys.begin(), keys.end(), "") != keys.end();
  if (equals == std::string::npos || has_empty || keys.size() > input_depth_limit) {
    throw InputError(label +
                     ": not an assignment: section.key=value is wanted; write for example "
                     "--set time.steps=10");
  }
  InputNode value = parse_flow_value(assignment.substr(equals + 1), label);
  InputNode* node = &root;
  std::string path;
  for (const std::string& key : keys) {
    if (node->kind != InputNode::Kind::mapping) {
      throw InputError(label + ": " + (path.empty() ? "the input" : printable(path)) +
                       ": not a section: it holds one value at " + node->where +
                       "; set it as a whole");
    }
    remove_what_follows(*node, path, key, value);
    node = &entry(*node, key, label);
    path += (path.empty() ? "" : ".") + key;
  }
  value.key = keys.back();
  *node = std::move(value);
}

}  // namespace ministencil
