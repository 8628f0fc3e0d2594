// SPDX-License-Identifier: Apache-2.0
/// Who owns which points: a grid of ranks over the grid of points. Values only, no MPI.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/box.hpp"
#include "stencil/boundary.hpp"

namespace ministencil {

struct Range {
  Index first, last;
  constexpr bool operator==(const Range&) const = default;
};

/// Part `part` of `points` points cut into `parts`; sizes differ by at most one, larger ones first.
constexpr Range share(Index points, int parts, int part) {
  const Index size = points / parts, larger = points % parts;
  const Index first = part * size + std::min<Index>(part, larger);
  return {first, first + size + (part < larger ? 1 : 0)};
}
static_assert(share(10, 3, 2) == Range{7, 10});

using RankGrid = std::array<int, axes>;

/// The domain: extents in points, conditions on its faces, and how far an update reaches in it.
struct Domain {
  Index3 points;
  Boundaries boundaries;
  int radius = 1;

  int dimensions() const { return boundaries.dimensions(); }
  /// Points along an axis that a rank needs: neighbours' halo, or what is filled beyond a wall,
  /// comes from one rank.
  Index least_share(int axis) const { return boundaries.absent(axis) ? 1 : radius; }
};

class Decomposition {
 public:
  /// Cuts `domain` into ranks[0] × ranks[1] × ranks[2] boxes.
  /// Throws InputError if a rank would own fewer points along an axis than its least share.
  Decomposition(const Domain& domain, const RankGrid& ranks);

  const Domain& domain() const { return domain_; }
  const RankGrid& ranks() const { return ranks_; }
  int size() const { return ranks_[0] * ranks_[1] * ranks_[2]; }

  /// Place of `rank` in the grid of ranks; x is fastest.
  RankGrid coordinates(int rank) const;
  /// Points that `rank` owns, in global coordinates.
  Box owned(int rank) const;
  /// The rank beyond a face of `rank`: itself or another along periodic or inner cuts, none where
  /// the face is a fixed, insulated or absent border of the domain.
  std::optional<int> neighbour(int rank, int axis, Side side) const;
  /// Condition of the domain's face that `rank` touches there, if it does.
  std::optional<Boundary> border(int rank, int axis, Side side) const;

 private:
  Domain domain_;
  RankGrid ranks_;
};

/// The grid of `ranks` ranks that sends the least: fewest halo points of the busiest rank, faces
/// across x (strided in memory) counted twice. Ties go to the cut along z, then y.
/// Throws InputError where no grid gives every rank as many points along each axis as the radius.
RankGrid choose_rank_grid(const Domain& domain, int ranks);

/// Checks a grid of ranks that the user chose; throws InputError with the reason.
RankGrid check_rank_grid(const Domain& domain, int ranks, const RankGrid& chosen);

}  // namespace ministencil
