// SPDX-License-Identifier: Apache-2.0
#include "sectors/fewest.hpp"

#include <algorithm>

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
  Index count() const { return count_; }

 private:
  const FieldLayout& layout_;
  Index elements_a_sector_;
  Index end_ = 0, count_ = 0;
};

bool holds_row(const Box& box, Index y, Index z) {
  return !box.empty() && y >= box.first.y && y < box.last.y && z >= box.first.z && z < box.last.z;
}

}  // namespace

FewestSectors fewest_sectors(const FieldLayout& layout, const LocalBlock& block, const Box& box,
                             Precision precision) {
  SectorSet loaded(layout, precision), stored(layout, precision);
  if (box.empty()) return {};
  const Box formula = intersection(box, block.inner);  // the other points are copied
  for (Index z = box.first.z - 1; z <= box.last.z; ++z) {
    for (Index y = box.first.y - 1; y <= box.last.y; ++y) {
      if (holds_row(box, y, z)) {
        const bool has_formula = holds_row(formula, y, z);
        const Index first = has_formula ? std::min(box.first.x, formula.first.x - 1) : box.first.x;
        const Index last = has_formula ? std::max(box.last.x, formula.last.x + 1) : box.last.x;
        loaded.add_row({first, y, z}, last);
        stored.add_row({box.first.x, y, z}, box.last.x);
      } else if (holds_row(formula, y - 1, z) || holds_row(formula, y + 1, z) ||
                 holds_row(formula, y, z - 1) || holds_row(formula, y, z + 1)) {
        loaded.add_row({formula.first.x, y, z}, formula.last.x);
      }
    }
  }
  return {loaded.count(), stored.count()};
}

}  // namespace ministencil
