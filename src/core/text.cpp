// SPDX-License-Identifier: Apache-2.0
#include "core/text.hpp"

#include <algorithm>
#include <numeric>

namespace ministencil {

namespace {

/// Levenshtein distance, one row of the table at a time.
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

}  // namespace

std::string joined(const std::vector<std::string>& words, const std::string& separator) {
  std::string text;
  for (const std::string& word : words) {
    if (!text.empty()) text += separator;
    text += word;
  }
  return text;
}

std::string nearest(const std::string& word, const std::vector<std::string>& candidates) {
  constexpr std::size_t longest = 64;  // longer words are no slips; keeps the table small
  if (word.size() > longest) return {};
  std::string best;
  std::size_t least = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance >= least || distance >= candidate.size()) continue;
    least = distance;
    best = candidate;
  }
  return best;
}

std::string suggestion(const std::string& word, const std::vector<std::string>& candidates) {
  const std::string near = nearest(word, candidates);
  return near.empty() ? std::string{} : " (did you mean '" + near + "'?)";
}

std::string point_text(Index3 point, int dimensions) {
  std::vector<std::string> coordinates;
  for (int axis = 0; axis < dimensions; ++axis) {
    coordinates.push_back(std::to_string(point[axis]));
  }
  std::string text = "[";
  text += joined(coordinates);
  return text += "]";
}

std::string extents_text(Index3 extents, int dimensions) {
  std::string text = std::to_string(extents.x);
  for (int axis = 1; axis < dimensions; ++axis) text += " x " + std::to_string(extents[axis]);
  return text;
}

}  // namespace ministencil
