// SPDX-License-Identifier: Apache-2.0
/// Values and sections of the input, read strictly.
/// Every refusal is an InputError "path:line: section.key: problem: reason; remedy".
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "configuration/input_tree.hpp"
#include "configuration/names.hpp"
#include "core/text.hpp"

namespace ministencil {

/// A value and the keys that lead to it. Lives no longer than the tree.
class InputValue {
 public:
  InputValue(const InputNode& node, std::string path) : node_(&node), path_(std::move(path)) {}

  const InputNode& node() const { return *node_; }
  const std::string& path() const { return path_; }
  bool is_list() const { return node_->kind == InputNode::Kind::list; }
  bool is_mapping() const { return node_->kind == InputNode::Kind::mapping; }
  [[noreturn]] void refuse(const std::string& problem) const;

  Index integer(Index least, Index most = std::numeric_limits<Index>::max()) const;
  int small_integer(int least) const;
  std::uint64_t seed() const;
  double number() const;
  double positive_number() const;
  bool flag() const;
  /// Text that is not empty. `wanted` describes it: "a path".
  std::string text(const char* wanted) const;
  /// The entry of `table` whose name the value is.
  template <class T, std::size_t n>
  T choice(const std::array<Named<T>, n>& table) const;

  /// What `read` makes of an item.
  template <class Read>
  using ItemOf = std::invoke_result_t<Read, const InputValue&>;

  /// The items of a list. `wanted` describes it: "three numbers".
  std::vector<InputValue> list(const std::string& wanted) const;
  /// A list of one value per axis of a grid of 2 or 3 dimensions. `wanted` describes the values:
  /// "numbers". The axis that a 2D grid lacks gets `absent`.
  template <class Read>
  auto per_axis(const char* wanted, int dimensions, Read read, ItemOf<Read> absent) const
      -> std::array<ItemOf<Read>, axes>;

 private:
  const std::string& scalar(const char* wanted) const;
  const std::string& unquoted(const char* wanted) const;
  [[noreturn]] void refuse_choice(const std::vector<std::string>& names) const;

  const InputNode* node_;
  std::string path_;
};

/// A mapping all of whose keys are known. An absent section has no entries.
class Section {
 public:
  /// `format` names the section in the table of keys (section.cpp); usually its path.
  Section(const InputValue& mapping, const std::string& format);

  /// The mapping itself, for messages about the section as a whole.
  const InputValue& value() const { return mapping_; }
  std::optional<InputValue> find(const std::string& key) const;
  /// The value of a key that has no default. `example` is what to write.
  InputValue need(const std::string& key, const char* example) const;
  /// The section called `key` within this one.
  Section section(const std::string& key) const;

 private:
  InputValue mapping_;
};

template <class T, std::size_t n>
T InputValue::choice(const std::array<Named<T>, n>& table) const {
  const std::string& word = scalar("a word");
  std::vector<std::string> names;
  for (const Named<T>& entry : table) {
    if (entry.name == word) return entry.value;
    names.emplace_back(entry.name);
  }
  refuse_choice(names);
}

template <class Read>
auto InputValue::per_axis(const char* wanted, int dimensions, Read read, ItemOf<Read> absent) const
    -> std::array<ItemOf<Read>, axes> {
  const std::string number = dimensions == 2 ? "two " : "three ";
  const std::vector<InputValue> items = list(number + wanted);
  if (static_cast<int>(items.size()) != dimensions) {
    refuse("a list of " + std::to_string(items.size()) + " where " + number + wanted +
           " are wanted: one per axis; write " + (dimensions == 2 ? "[x, y]" : "[x, y, z]"));
  }
  return {read(items[0]), read(items[1]), dimensions == 3 ? read(items[2]) : absent};
}

}  // namespace ministencil
