// SPDX-License-Identifier: Apache-2.0
#include "output/table.hpp"

#include <algorithm>
#include <numeric>

namespace ministencil {

namespace {

/// Characters, not bytes: UTF-8 bytes that continue a character do not count.
std::size_t width_of(const std::string& text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xc0) != 0x80; }));
}

std::string without_trailing_blanks(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

}  // namespace

Table::Table(std::vector<Column> columns) : columns_(std::move(columns)) {
  std::vector<std::string> titles;
  titles.reserve(columns_.size());
  for (const Column& column : columns_) titles.push_back(column.title);
  const auto empty = [](const std::string& title) { return title.empty(); };
  if (!std::all_of(titles.begin(), titles.end(), empty)) rows_.push_back(titles);
}

std::string Table::text() const {
  std::vector<std::size_t> widths(columns_.size(), 0);
  for (const auto& row : rows_) {
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], width_of(row[c]));
  }
  std::string text;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t c = 0; c < row.size(); ++c) {
      const std::string blanks(widths[c] - width_of(row[c]), ' ');
      line += columns_[c].align == Align::left ? "  " + row[c] + blanks : "  " + blanks + row[c];
    }
    text += without_trailing_blanks(line) + "\n";
  }
  return text;
}

std::vector<int> rows_to_show(int count) {
  constexpr int most = 8, first = 6;
  std::vector<int> rows(static_cast<std::size_t>(count > most ? first : count));
  std::iota(rows.begin(), rows.end(), 0);
  if (count > most) rows.insert(rows.end(), {folded, count - 1});
  return rows;
}

}  // namespace ministencil
