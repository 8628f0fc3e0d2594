// SPDX-License-Identifier: Apache-2.0
#include "lab/diagnosis.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ministencil {

namespace {

/// A pattern explains a fault if nearly all wrong points show it.
bool nearly(Index part, Index whole) { return whole > 0 && part * 10 >= whole * 9; }

constexpr const char* layer_name(int dimensions) { return dimensions == 2 ? "row" : "plane"; }

Diagnosis diagnose_whole(const LabTrial& trial, const LabComparison& c) {
  if (c.poisoned == c.points) {
    return {Reason::no_op, "it stores nothing: every point still holds the poison"};
  }
  if (c.copied == c.wrong && nearly(c.wrong, c.interior)) {
    return {Reason::copy_through, "it copies the input: the formula is applied nowhere"};
  }
  if (c.wrong_on_border == c.wrong && c.poisoned == 0) {
    return {Reason::border_updated,
            "only points on the border are wrong: they have to keep their values"};
  }
  if (c.wrong_on_border == c.wrong && c.poisoned == c.wrong) {
    return {Reason::some_unwritten,
            fmt::format("{} points on the border are not stored: copy them through", c.poisoned)};
  }
  (void)trial;
  return {};
}

/// Layers along the last axis of which no point was stored, if those are all that is wrong.
Diagnosis diagnose_layers(const LabTrial& trial, const LabComparison& c) {
  const int axis = trial.dimensions() - 1;
  const Index layers = trial.task.box.extent()[axis], layer_points = c.points / layers;
  if (c.poisoned == 0 || c.poisoned != c.wrong) return {};
  std::vector<Index> missing;
  for (Index layer = 0; layer < layers; ++layer) {
    const Index poisoned = c.poisoned_at[axis][static_cast<std::size_t>(layer)];
    if (poisoned == layer_points)
      missing.push_back(layer);
    else if (poisoned != 0)
      return {};
  }
  const Index height = launches_of(trial.task).front().tile[axis];
  const bool are_last = std::all_of(missing.begin(), missing.end(), [&](Index layer) {
    return (layer + 1) % height == 0 || layer + 1 == layers;
  });
  const char* const name = layer_name(trial.dimensions());
  if (are_last && height > 1) {
    return {Reason::layers_skipped, fmt::format("the last {} of {} is never stored", name,
                                                missing.size() == 1 ? "the grid" : "every chunk")};
  }
  return {Reason::layers_left, fmt::format("{} of {} {}s are never stored, the first is {} {}",
                                           missing.size(), layers, name, name, missing.front())};
}

/// Wrong points only in the first or the last column (row) of blocks, and not because blocks end.
Diagnosis diagnose_edges(const LabTrial& trial, const LabComparison& c) {
  const Index3 tile = launches_of(trial.task).front().tile;
  for (const int axis : {0, 1}) {
    if (tile[axis] < 3 || trial.task.box.extent()[axis] <= tile[axis]) continue;
    Index at_first = 0, at_last = 0;
    for (Index i = 0; i < trial.task.box.extent()[axis]; ++i) {
      const Index wrong = c.wrong_at[axis][static_cast<std::size_t>(i)];
      at_first += i % tile[axis] == 0 ? wrong : 0;
      at_last += i % tile[axis] == tile[axis] - 1 ? wrong : 0;
    }
    if (!nearly(at_first + at_last, c.wrong)) continue;
    const char* const which = at_first == 0 ? "last" : at_last == 0 ? "first" : "first and last";
    const char* const what = axis == 0 ? "column" : "row";
    return {axis == 0 ? Reason::edge_column : Reason::edge_row,
            fmt::format("only the {} {} of blocks is wrong: the halo {} beside it holds other "
                        "values than the neighbours",
                        which, what, what)};
  }
  return {};
}

std::string offset_text(int axis, int offset) {
  const char name = axis_name[axis];
  return offset == 0 ? fmt::format("{}", name) : fmt::format("{}{:+}", name, offset);
}

Diagnosis diagnose_neighbours(const LabTrial& trial, const LabComparison& c) {
  const auto best = std::max_element(
      c.substitutions.begin(), c.substitutions.end(),
      [](const Substitution& a, const Substitution& b) { return a.matches < b.matches; });
  if (best == c.substitutions.end() || !nearly(best->matches, c.examined)) return {};
  const bool is_depth = best->axis == trial.dimensions() - 1;
  return {Reason::wrong_neighbour,
          fmt::format("where the value at {} is due, that at {} is taken{}",
                      offset_text(best->axis, best->from), offset_text(best->axis, best->to),
                      is_depth ? fmt::format(": the window rotates by the wrong {}",
                                             layer_name(trial.dimensions()))
                               : ": the index into the tile is off")};
}

}  // namespace

Diagnosis diagnose(const LabTrial& trial, const LabComparison& c) {
  if (c.passed()) return {};
  for (const auto& look : {diagnose_whole, diagnose_layers, diagnose_edges, diagnose_neighbours}) {
    if (c.wrong == 0) break;
    Diagnosis diagnosis = look(trial, c);
    if (diagnosis.reason != Reason::none) return diagnosis;
  }
  if (nearly(c.not_a_number, c.wrong - c.poisoned)) {
    return {Reason::not_a_number, "results are not numbers: it computes with values nobody stored"};
  }
  if (c.wrong == 0 || c.stray) {
    return {Reason::stray_store,
            fmt::format("it stores beside the points to update, first at element {} from point "
                        "(0, 0, 0)",
                        c.stray.value_or(0))};
  }
  if (c.poisoned == c.wrong) {
    return {Reason::some_unwritten, fmt::format("{} points are never stored", c.poisoned)};
  }
  return {Reason::wrong_values,
          fmt::format("{} of {} points are wrong, in no pattern known here", c.wrong, c.points)};
}

std::string text_of(const Mismatch& mismatch, int dimensions) {
  const auto& [x, y, z] = mismatch.point;
  const std::string depth = dimensions == 2 ? "" : fmt::format(", {}", z);
  return fmt::format("[{}, {}{}] {}, expected {}", x, y, depth,
                     mismatch.is_poison ? "was not stored" : fmt::format("is {}", mismatch.found),
                     mismatch.expected);
}

}  // namespace ministencil
