// SPDX-License-Identifier: Apache-2.0
/// Every halo point that a face fills holds the right point's value, every other keeps its poison.
#include <gmock/gmock.h>
#include <mpi.h>

#include <cmath>

#include "backend/host_backend.hpp"
#include "halo/exchange.hpp"
#include "halo/staged_transport.hpp"
#include "parallel/agreement.hpp"

namespace ministencil {
namespace {

/// Memory and copies of the host; sweeps are not needed here.
class NoSweep : public HostBackend<double> {
 public:
  std::string name() const override { return "host"; }
  void sweep(Queue, const Sweep<double>&) override { FAIL() << "nothing to sweep"; }
};

/// A distinct value for every point of the domain.
double value_at(const Index3& p, const Index3& points) {
  return static_cast<double>(p.x + points.x * (p.y + points.y * p.z)) + 0.5;
}

/// The owned point whose value a local halo point should hold: by modulo and mirror, global.
Index3 source_of(Index3 p, const Domain& domain) {
  for (int axis = 0; axis < axes; ++axis) {
    const Index n = domain.points[axis];
    if (p[axis] >= 0 && p[axis] < n) continue;
    const Side side = p[axis] < 0 ? Side::lower : Side::upper;
    const bool wraps = domain.boundaries.at(axis, side) == Boundary::periodic;
    p[axis] = wraps ? (p[axis] % n + n) % n : (p[axis] < 0 ? -1 - p[axis] : 2 * n - 1 - p[axis]);
  }
  return p;
}

/// What a halo point should hold, in global coordinates: beyond a fixed face twice the face's value
/// less the mirror image's, the same everywhere else as the point that it stands for.
double expected_at(const Index3& p, const Domain& domain, int round) {
  const auto value = [&](const Index3& q) { return value_at(q, domain.points) + round; };
  for (int axis = 0; axis < axes; ++axis) {
    const Index n = domain.points[axis];
    if (p[axis] >= 0 && p[axis] < n) continue;
    const bool below = p[axis] < 0;
    if (domain.boundaries.at(axis, below ? Side::lower : Side::upper) != Boundary::fixed) continue;
    Index3 face = p, mirror = p;
    face[axis] = below ? 0 : n - 1;
    mirror[axis] = 2 * face[axis] - p[axis];
    return 2 * value(face) - value(mirror);
  }
  return value(source_of(p, domain));
}

void check_exchange(MPI_Comm communicator, const Domain& domain, const RankGrid& ranks) {
  const Decomposition decomposition(domain, ranks);
  const int rank = rank_of(communicator);
  const Box owned = decomposition.owned(rank);
  const HaloWidths widths = halo_widths(decomposition, rank);
  const FieldLayout layout = application_layout(owned.extent(), widths, 8);
  const LocalBlock block = local_block(decomposition, rank, layout);
  const HaloPlan plan = make_halo_plan(decomposition, rank, layout);

  NoSweep backend;
  HaloExchange<double> exchange(
      backend, block, plan,
      std::make_unique<StagedTransport<double>>(communicator, backend, block, plan));
  const Allocation<double> memory = backend.allocate(layout.elements);
  double* field = memory.get() + layout.origin;
  const auto at = [&](Index3 p) -> double& {
    return field[p.x + p.y * layout.pitch + p.z * layout.plane];
  };
  const auto for_each = [](const Box& box, auto&& body) {
    for (Index z = box.first.z; z < box.last.z; ++z)
      for (Index y = box.first.y; y < box.last.y; ++y)
        for (Index x = box.first.x; x < box.last.x; ++x) body(Index3{x, y, z});
  };

  for (int round = 0; round < 3; ++round) {
    for_each(layout.stored_box(), [&](Index3 p) { at(p) = std::nan(""); });
    for_each(layout.owned_box(),
             [&](Index3 p) { at(p) = value_at(p + owned.first, domain.points) + round; });
    exchange.start(field).finish();
    for_each(layout.stored_box(), [&](Index3 p) {
      int outside = 0;
      for (int axis = 0; axis < axes; ++axis)
        outside += p[axis] < 0 || p[axis] >= layout.owned[axis];
      const Index3 global = p + owned.first;
      if (outside > 1) {
        ASSERT_TRUE(std::isnan(at(p)))
            << "an edge or corner that no star stencil reads was written";
      } else {
        ASSERT_EQ(at(p), expected_at(global, domain, round))
            << "rank " << rank << " at (" << global.x << ", " << global.y << ", " << global.z
            << ")";
      }
    });
  }
}

/// Runs `body` on the first `size` ranks, in a communicator of their own.
template <class Body>
void on_ranks(int size, Body&& body) {
  MPI_Comm part = MPI_COMM_NULL;
  const int rank = rank_of(MPI_COMM_WORLD);
  MPI_Comm_split(MPI_COMM_WORLD, rank < size ? 0 : MPI_UNDEFINED, rank, &part);
  if (part == MPI_COMM_NULL) return;
  body(part);
  MPI_Comm_free(&part);
}

Boundaries mixed() {
  Boundaries boundaries = all_faces(Boundary::fixed);
  boundaries.face[0] = {Boundary::periodic, Boundary::periodic};
  boundaries.face[1] = {Boundary::insulated, Boundary::fixed};
  boundaries.face[2] = {Boundary::fixed, Boundary::insulated};
  return boundaries;
}

TEST(HaloExchange, FillsEveryFaceAndNothingElse) {
  for (const Boundaries& boundaries : {all_faces(Boundary::fixed), all_faces(Boundary::periodic),
                                       all_faces(Boundary::insulated), mixed()})
    for (const RankGrid ranks : {RankGrid{1, 1, 1},
                                 {2, 1, 1},
                                 {1, 2, 1},
                                 {1, 1, 2},
                                 {3, 1, 1},
                                 {1, 1, 5},
                                 {1, 7, 1},
                                 {2, 2, 2},
                                 {4, 1, 2},
                                 {1, 3, 2}}) {
      on_ranks(ranks[0] * ranks[1] * ranks[2], [&](MPI_Comm communicator) {
        check_exchange(communicator, {{7, 8, 5}, boundaries}, ranks);
      });
    }
}

TEST(HaloExchange, FillsAllLayersOfAWiderHalo) {
  for (const Boundaries& boundaries :
       {all_faces(Boundary::periodic), all_faces(Boundary::fixed), mixed()})
    for (const RankGrid ranks : {RankGrid{1, 1, 1}, {2, 1, 1}, {1, 2, 2}, {2, 2, 2}}) {
      on_ranks(ranks[0] * ranks[1] * ranks[2], [&](MPI_Comm communicator) {
        check_exchange(communicator, {{9, 8, 7}, boundaries, 3}, ranks);
      });
    }
}

TEST(HaloExchange, CompletesWhenDroppedUnfinished) {
  const Decomposition decomposition({{4, 4, 8}, all_faces(Boundary::periodic)}, {1, 1, 8});
  const int rank = rank_of(MPI_COMM_WORLD);
  const FieldLayout layout =
      application_layout(decomposition.owned(rank).extent(), halo_widths(decomposition, rank), 8);
  const LocalBlock block = local_block(decomposition, rank, layout);
  const HaloPlan plan = make_halo_plan(decomposition, rank, layout);
  NoSweep backend;
  HaloExchange<double> exchange(
      backend, block, plan,
      std::make_unique<StagedTransport<double>>(MPI_COMM_WORLD, backend, block, plan));
  const Allocation<double> memory = backend.allocate(layout.elements);
  std::fill_n(memory.get(), layout.elements, double(rank));
  {
    [[maybe_unused]] const auto pending = exchange.start(memory.get() + layout.origin);
  }
  EXPECT_EQ(memory.get()[layout.origin - layout.plane], (rank + 7) % 8);
}

}  // namespace
}  // namespace ministencil
