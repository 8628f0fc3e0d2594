// SPDX-License-Identifier: Apache-2.0
#include "configuration/section.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <variant>

#include "configuration/numbers.hpp"
#include "configuration/source_text.hpp"
#include "core/error.hpp"

namespace ministencil {

namespace {

struct SectionFormat {
  std::string name;  // path of the section, and the kind where the keys depend on it
  std::vector<std::string> keys;
};

/// Every key of the input format. docs/input.md describes them.
const std::vector<SectionFormat>& formats() {
  static const std::vector<SectionFormat> all = {
      {"",
       {"source", "grid", "heat", "time", "precision", "order", "kernel", "backend", "devices",
        "decomposition", "halo", "check", "sectors", "output"}},
      {"grid", {"points", "spacing"}},
      {"heat", {"diffusivity", "boundary", "initial"}},
      {"heat.boundary", {"x", "y", "z"}},
      {"heat.initial of kind eigenmode", {"kind", "modes", "amplitude"}},
      {"heat.initial of kind gaussian", {"kind", "centre", "width", "amplitude"}},
      {"heat.initial of kind random", {"kind", "seed"}},
      {"heat.initial of kind linear", {"kind", "gradient"}},
      {"heat.initial of kind file", {"kind", "path"}},
      {"time", {"steps", "diffusion_number", "step"}},
      {"kernel", {"name", "file", "file_hash", "block", "chunk", "block_from", "steps_per_sweep"}},
      {"devices", {"share"}},
      {"halo", {"transport", "overlap"}},
      {"check", {"reference", "at_end", "every"}},
      {"sectors", {"count"}},
      {"output", {"directory", "snapshots", "checkpoints"}},
      {"output.snapshots", {"every"}},
      {"output.checkpoints", {"every", "keep"}},
  };
  return all;
}

const std::vector<std::string>& keys_of(const std::string& format) {
  const auto found = std::find_if(formats().begin(), formats().end(),
                                  [&](const SectionFormat& f) { return f.name == format; });
  if (found == formats().end()) throw std::logic_error("no section '" + format + "'");
  return found->keys;
}

bool contains(const std::vector<std::string>& words, const std::string& word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Sections that have the key `key`.
std::vector<std::string> homes_of(const std::string& key) {
  std::vector<std::string> homes;
  for (const SectionFormat& format : formats()) {
    if (!contains(format.keys, key)) continue;
    homes.push_back(format.name.empty() ? "the top level" : format.name);
  }
  return homes;
}

/// " (did you mean 'time.steps'?)": the nearest key of all sections.
std::string distant_suggestion(const std::string& key) {
  std::vector<std::string> all;
  for (const SectionFormat& format : formats()) {
    all.insert(all.end(), format.keys.begin(), format.keys.end());
  }
  const std::string near = nearest(key, all);
  if (near.empty()) return {};
  return " (did you mean '" + near + "' of " + joined(homes_of(near), " or ") + "?)";
}

/// What is wrong with the key of `value`, which the section `format` lacks.
std::string unknown_key(const std::string& key, const std::string& format) {
  const std::vector<std::string> homes = homes_of(key);
  if (!homes.empty()) {
    return "misplaced key: '" + key + "' belongs to " + joined(homes, " or ") + "; move it there";
  }
  std::string hint = suggestion(key, keys_of(format));
  if (hint.empty()) hint = distant_suggestion(key);
  return "unknown key" + hint + ": " + (format.empty() ? "the top level" : format) + " takes " +
         joined(keys_of(format)) + "; correct or remove it";
}

std::string path_of(const std::string& section, const std::string& key) {
  return section.empty() ? key : section + "." + key;
}

template <class T>
T accepted(const InputValue& value, std::variant<T, NotANumber> parsed) {
  if (const auto* refusal = std::get_if<NotANumber>(&parsed)) value.refuse(refusal->why);
  return std::get<T>(parsed);
}

}  // namespace

void InputValue::refuse(const std::string& problem) const {
  throw InputError(node_->where + ": " + (path_.empty() ? "" : printable(path_, 200) + ": ") +
                   problem);
}

const std::string& InputValue::scalar(const char* wanted) const {
  switch (node_->kind) {
    case InputNode::Kind::scalar:
      return node_->text;
    case InputNode::Kind::null:
      refuse(std::string("no value: ") + wanted + " is wanted; give one or remove the key");
    case InputNode::Kind::list:
      refuse(std::string("a list: ") + wanted + " is wanted here; remove the brackets");
    case InputNode::Kind::mapping:
      break;
  }
  refuse(std::string("a mapping: ") + wanted + " is wanted here; replace it");
}

const std::string& InputValue::unquoted(const char* wanted) const {
  const std::string& text = scalar(wanted);
  if (node_->quoted) {
    refuse("the quoted text " + shown(text) + ": " + wanted + " is wanted; remove the quotes");
  }
  return text;
}

Index InputValue::integer(Index least, Index most) const {
  return accepted(*this, parse_integer(unquoted("an integer"), least, most));
}

int InputValue::small_integer(int least) const {
  return static_cast<int>(integer(least, std::numeric_limits<int>::max()));
}

std::uint64_t InputValue::seed() const {
  return accepted(*this, parse_seed(unquoted("an integer")));
}

double InputValue::number() const { return accepted(*this, parse_number(unquoted("a number"))); }

double InputValue::positive_number() const {
  const double value = number();
  if (value > 0) return value;
  refuse(shown(node_->text) + " is out of range: it must be greater than 0; change it");
}

bool InputValue::flag() const {
  const std::string& text = unquoted("true or false");
  if (text == "true") return true;
  if (text == "false") return false;
  refuse(shown(text) + " is neither true nor false: these two words only are wanted; write one");
}

std::string InputValue::text(const char* wanted) const {
  const std::string& text = scalar(wanted);
  if (text.empty()) refuse(std::string("empty text: ") + wanted + " is wanted; give one");
  if (printable(text, text.size()) == text) return text;
  refuse(shown(text) + " holds control characters: " + wanted + " is one line; remove them");
}

std::vector<InputValue> InputValue::list(const std::string& wanted) const {
  if (!is_list()) {
    if (node_->kind != InputNode::Kind::scalar) scalar("a list");
    refuse(shown(node_->text) + " is not a list: " + wanted + " are wanted; write [a, b, c]");
  }
  std::vector<InputValue> values;
  for (const InputNode& item : node_->items) {
    values.emplace_back(item, path_ + "[" + std::to_string(values.size()) + "]");
  }
  return values;
}

void InputValue::refuse_choice(const std::vector<std::string>& names) const {
  refuse(shown(node_->text) + " is unknown" + suggestion(node_->text, names) +
         ": it must be one of " + joined(names) + "; choose one");
}

Section::Section(const InputValue& mapping, const std::string& format) : mapping_(mapping) {
  if (!mapping.is_mapping()) {
    mapping.refuse("not a section: key: value pairs are wanted here (" + joined(keys_of(format)) +
                   "); write for example {" + keys_of(format).front() + ": …} or remove it");
  }
  for (const InputNode& item : mapping.node().items) {
    if (contains(keys_of(format), item.key)) continue;
    InputValue(item, path_of(mapping.path(), item.key)).refuse(unknown_key(item.key, format));
  }
}

std::optional<InputValue> Section::find(const std::string& key) const {
  const InputNode* item = mapping_.node().find(key);
  if (!item) return {};
  return InputValue(*item, path_of(mapping_.path(), key));
}

InputValue Section::need(const std::string& key, const char* example) const {
  if (const auto value = find(key)) return *value;
  mapping_.refuse("the key '" + key + "' is missing: it has no default; add for example " + key +
                  ": " + example);
}

Section Section::section(const std::string& key) const {
  static const InputNode absent{
      .kind = InputNode::Kind::mapping, .text = {}, .where = {}, .key = {}};
  const std::string path = path_of(mapping_.path(), key);
  if (const auto value = find(key)) return Section(*value, path);
  return Section(InputValue(absent, path), path);
}

}  // namespace ministencil
