// SPDX-License-Identifier: Apache-2.0
#include "decomposition/decomposition.hpp"

#include <string>

#include "core/error.hpp"
#include "core/text.hpp"
#include "stencil/order.hpp"

namespace ministencil {

namespace {

std::string text_of(const RankGrid& ranks, int dimensions) {
  return point_text({ranks[0], ranks[1], ranks[2]}, dimensions);
}

/// Halo points that the busiest rank sends a step; points across x count twice, since they are
/// strided in memory.
Index busiest_halo(const Domain& domain, const RankGrid& ranks) {
  const Index3 largest{ceil_div(domain.points.x, ranks[0]), ceil_div(domain.points.y, ranks[1]),
                       ceil_div(domain.points.z, ranks[2])};
  Index points = 0;
  for (int axis = 0; axis < axes; ++axis) {
    if (ranks[axis] == 1) continue;  // a halo filled from the rank's own points is no message
    const bool two_neighbours = ranks[axis] > 2 || domain.boundaries.periodic(axis);
    const Index face = largest.product() / largest[axis];
    points += face * (two_neighbours ? 2 : 1) * (axis == 0 ? 2 : 1);
  }
  return points;
}

bool fits(const Domain& domain, const RankGrid& ranks) {
  for (int axis = 0; axis < axes; ++axis) {
    if (domain.points[axis] / ranks[axis] < domain.least_share(axis)) return false;
  }
  return true;
}

/// "a point", "4 points, which order 8 reaches".
std::string needed_by(const Domain& domain) {
  if (domain.radius == 1) return "a point";
  return std::to_string(domain.radius) + " points, which order " +
         std::to_string(order_of(domain.radius)) + " reaches";
}

/// Without ranks the grid would be as thin: then fewer ranks are no remedy.
void require_thick_grid(const Domain& domain) {
  for (int axis = 0; axis < axes; ++axis) {
    if (domain.points[axis] >= domain.least_share(axis)) continue;
    throw InputError("grid.points: " + std::to_string(domain.points[axis]) + " points along " +
                     axis_name[axis] + " are too few: an axis needs " + needed_by(domain) +
                     "; use more points along it or a lower order");
  }
}

/// Fewer cuts of x, then of y, are better at equal cost.
bool cuts_less(const RankGrid& a, const RankGrid& b) {
  return a[0] != b[0] ? a[0] < b[0] : a[1] < b[1];
}

}  // namespace

Decomposition::Decomposition(const Domain& domain, const RankGrid& ranks)
    : domain_(domain), ranks_(ranks) {
  require_thick_grid(domain);
  for (int axis = 0; axis < axes; ++axis) {
    if (ranks[axis] >= 1 && domain.points[axis] / ranks[axis] >= domain.least_share(axis)) continue;
    throw InputError("decomposition " + text_of(ranks, domain.dimensions()) + " cuts " +
                     std::to_string(domain.points[axis]) + " points along " + axis_name[axis] +
                     " into " + std::to_string(ranks[axis]) + " parts: every rank needs " +
                     needed_by(domain) + "; use fewer ranks along it" +
                     (domain.radius == 1 ? "" : " or a lower order"));
  }
}

RankGrid Decomposition::coordinates(int rank) const {
  return {rank % ranks_[0], rank / ranks_[0] % ranks_[1], rank / (ranks_[0] * ranks_[1])};
}

Box Decomposition::owned(int rank) const {
  const RankGrid place = coordinates(rank);
  Box box;
  for (int axis = 0; axis < axes; ++axis) {
    const Range range = share(domain_.points[axis], ranks_[axis], place[axis]);
    box.first[axis] = range.first;
    box.last[axis] = range.last;
  }
  return box;
}

std::optional<int> Decomposition::neighbour(int rank, int axis, Side side) const {
  if (border(rank, axis, side).value_or(Boundary::periodic) != Boundary::periodic) return {};
  RankGrid place = coordinates(rank);
  place[axis] = (place[axis] + (side == Side::lower ? -1 : 1) + ranks_[axis]) % ranks_[axis];
  return place[0] + ranks_[0] * (place[1] + ranks_[1] * place[2]);
}

std::optional<Boundary> Decomposition::border(int rank, int axis, Side side) const {
  const int place = coordinates(rank)[axis];
  const int outermost = side == Side::lower ? 0 : ranks_[axis] - 1;
  if (place != outermost) return {};
  return domain_.boundaries.at(axis, side);
}

RankGrid choose_rank_grid(const Domain& domain, int ranks) {
  require_thick_grid(domain);
  std::optional<RankGrid> best;
  Index least = 0;
  for (int px = 1; px <= ranks; ++px) {
    if (ranks % px != 0) continue;
    for (int py = 1; py <= ranks / px; ++py) {
      if (ranks / px % py != 0) continue;
      const RankGrid candidate{px, py, ranks / px / py};
      if (!fits(domain, candidate)) continue;
      const Index cost = busiest_halo(domain, candidate);
      if (best && (cost > least || (cost == least && !cuts_less(candidate, *best)))) continue;
      best = candidate;
      least = cost;
    }
  }
  if (best) return *best;
  throw InputError("decomposition: auto: " + std::to_string(ranks) +
                   " ranks cannot cut a grid of " +
                   extents_text(domain.points, domain.dimensions()) + " points so that each has " +
                   (domain.radius == 1 ? "one" : needed_by(domain) + ", along every axis") +
                   "; use fewer ranks or a number with other factors");
}

RankGrid check_rank_grid(const Domain& domain, int ranks, const RankGrid& chosen) {
  // In 64 bits: three factors of the user's may overflow 32.
  const Index product = Index{chosen[0]} * chosen[1] * chosen[2];
  if (product != ranks) {
    throw InputError("decomposition " + text_of(chosen, domain.dimensions()) + " needs " +
                     std::to_string(product) + " ranks but mpirun started " +
                     std::to_string(ranks) + "; change one of them, or use decomposition: auto");
  }
  return Decomposition(domain, chosen).ranks();
}

}  // namespace ministencil
