// SPDX-License-Identifier: Apache-2.0
#include "configuration/read.hpp"

#include "configuration/input_tree.hpp"
#include "configuration/override.hpp"
#include "configuration/resolve.hpp"
#include "configuration/source_text.hpp"
#include "core/error.hpp"

namespace ministencil {

Configuration read_configuration(const std::string& path,
                                 const std::vector<std::string>& overrides) {
  return parse_configuration(read_input_file(path), path, overrides);
}

Configuration parse_configuration(const std::string& text, const std::string& name,
                                  const std::vector<std::string>& overrides) {
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
  return resolve(root, name);
}

}  // namespace ministencil
