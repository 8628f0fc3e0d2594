// SPDX-License-Identifier: Apache-2.0
#include "sectors/fewest.hpp"

#include <algorithm>
#include <vector>

namespace ministencil {

namespace {

constexpr Index sector_bytes = 32;

/// Counts distinct sectors of runs of elements that are given in the order of their addresses.
class SectorSet {
 public:
  SectorSet(const FieldLayout& layout, Precision precision)
      : layout_(layout), elements_a_sector_(sector_bytes / bytes_of(precision)) {}

  /// Points first.x to last_x − 1 of a row.
  void add_row(Index3 first, Index last_x) {
    if (first.x >= last_x) return;
    const Index begin = layout_.offset(first) / elements_a_sector_;
    const Index end = layout_.offset({last_x - 1, first.y, first.z}) / elements_a_sector_ + 1;
    count_ += std::max<Index>(end - std::max(begin, end_), 0);
    end_ = std::max(end, end_);
  }
  /// As if what was added since `before` had been added `times` more, each time `sectors` later.
  void repeat(const SectorSet& before, Index times, Index sectors) {
    const Index added = count_ - before.count_;
    count_ += times * added;
    if (added > 0) end_ += times * sectors;
  }
  Index count() const { return count_; }
  Index elements_a_sector() const { return elements_a_sector_; }

 private:
  const FieldLayout& layout_;
  Index elements_a_sector_;
  Index end_ = 0, count_ = 0;
};

bool holds_row(const Box& box, Index y, Index z) {
  return !box.empty() && y >= box.first.y && y < box.last.y && z >= box.first.z && z < box.last.z;
}

/// The sectors of a box, row by row; rows and planes that are alike are taken together, so that the
/// time does not grow with their number.
class Walk {
 public:
  Walk(const FieldLayout& layout, const LocalBlock& block, const Box& box, Precision precision)
      : layout_(layout),
        box_(box),
        formula_(intersection(box, block.inner)),  // the other points are copied
        readable_(block.readable),
        radius_(block.radius),
        loaded_(layout, precision),
        stored_(layout, precision) {}

  FewestSectors count() {
    each_alike(2, layout_.plane,
               [&](Index z) { each_alike(1, layout_.pitch, [&](Index y) { add_row(y, z); }); });
    return {loaded_.count(), stored_.count()};
  }

 private:
  void add_row(Index y, Index z) {
    if (holds_row(box_, y, z)) {
      const bool has_formula = holds_row(formula_, y, z);
      const Index first =
          has_formula ? std::min(box_.first.x, formula_.first.x - radius_) : box_.first.x;
      const Index last =
          has_formula ? std::max(box_.last.x, formula_.last.x + radius_) : box_.last.x;
      loaded_.add_row({first, y, z}, last);
      stored_.add_row({box_.first.x, y, z}, box_.last.x);
    } else if (is_reached(y, z)) {
      loaded_.add_row({formula_.first.x, y, z}, formula_.last.x);
    }
  }

  /// Whether the formula needs the row for one beside it.
  bool is_reached(Index y, Index z) const {
    if (!holds_row(readable_, y, z)) return false;  // an axis that a 2D grid lacks
    for (Index d = 1; d <= radius_; ++d) {
      if (holds_row(formula_, y - d, z) || holds_row(formula_, y + d, z) ||
          holds_row(formula_, y, z - d) || holds_row(formula_, y, z + d)) {
        return true;
      }
    }
    return false;
  }

  /// Coordinates of an axis between which add_row() treats all rows or planes alike, ascending.
  std::vector<Index> cuts(int axis) const {
    std::vector<Index> cuts{box_.first[axis] - radius_, box_.first[axis], box_.last[axis],
                            box_.last[axis] + radius_};
    if (!formula_.empty()) {
      for (const Index face : {formula_.first[axis], formula_.last[axis]}) {
        cuts.insert(cuts.end(), {face - radius_, face, face + radius_});
      }
    }
    std::sort(cuts.begin(), cuts.end());
    return cuts;
  }

  /// Visits the coordinates of an axis in order, `stride` elements apart. What a coordinate adds
  /// depends on where it starts in a sector, which repeats after as many coordinates as a sector
  /// has elements, and on the coordinate before: so one such period is visited after a first
  /// coordinate, and stands for all that follow.
  template <class Visit>
  void each_alike(int axis, Index stride, const Visit& visit) {
    const Index period = loaded_.elements_a_sector();
    const std::vector<Index> limits = cuts(axis);
    for (std::size_t i = 0; i + 1 < limits.size(); ++i) {
      const Index first = limits[i], last = limits[i + 1];
      const Index periods = (last - first - 1) / period;
      Index at = first;
      if (periods > 1) {
        visit(at++);
        const SectorSet loaded = loaded_, stored = stored_;
        for (const Index end = at + period; at < end; ++at) visit(at);
        loaded_.repeat(loaded, periods - 1, stride);
        stored_.repeat(stored, periods - 1, stride);
        at += (periods - 1) * period;
      }
      for (; at < last; ++at) visit(at);
    }
  }

  const FieldLayout& layout_;
  const Box& box_;
  Box formula_, readable_;
  Index radius_;
  SectorSet loaded_, stored_;
};

}  // namespace

FewestSectors fewest_sectors(const FieldLayout& layout, const LocalBlock& block, const Box& box,
                             Precision precision) {
  if (box.empty()) return {};
  return Walk(layout, block, box, precision).count();
}

}  // namespace ministencil
