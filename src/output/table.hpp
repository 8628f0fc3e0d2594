// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace ministencil {

/// Text in columns that line up: as wide as their widest cell, two spaces apart, indented by two.
/// Numbers belong on the right, words on the left.
class Table {
 public:
  enum class Align { left, right };
  struct Column {
    std::string title;
    Align align = Align::left;
  };

  /// Without titles the table has no title row.
  explicit Table(std::vector<Column> columns);

  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  std::string text() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

/// Indices of `count` rows to show: all of up to eight, else the first six and the last, with
/// `folded` standing for those between.
inline constexpr int folded = -1;
std::vector<int> rows_to_show(int count);

}  // namespace ministencil
