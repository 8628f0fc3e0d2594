// SPDX-License-Identifier: Apache-2.0
/// The input as a tree of lists, mappings and scalars that know where they were written.
/// Holds no duplicate keys, anchors, aliases or tags, and is bounded in depth and size.
#pragma once

#include <string>
#include <vector>

namespace ministencil {

struct InputNode {
  enum class Kind { null, scalar, list, mapping };

  Kind kind = Kind::null;
  std::string text;                // of a scalar
  bool quoted = false;             // whether a scalar was written in quotes
  std::string where;               // "heat.yaml:3" or "--set time.steps=10"
  std::string key;                 // of an entry of a mapping
  std::vector<InputNode> items{};  // of a list or a mapping, in the order written

  /// The entry `key` of a mapping, or null.
  const InputNode* find(const std::string& wanted) const;
  InputNode* find(const std::string& wanted);
};

/// Deepest nesting and largest number of values; the format needs four levels and some fifty
/// values.
inline constexpr int input_depth_limit = 8;
inline constexpr int input_values_limit = 10000;

/// Parses one YAML document. Throws InputError "name:line: …".
InputNode parse_input(const std::string& text, const std::string& name);

/// Parses the value of an override: one line, lists and mappings in brackets. Every node's `where`
/// is `label`.
InputNode parse_flow_value(const std::string& text, const std::string& label);

}  // namespace ministencil
