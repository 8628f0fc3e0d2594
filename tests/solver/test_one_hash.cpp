// SPDX-License-Identifier: Apache-2.0
/// One field, bit by bit: every rank count, decomposition, kernel, backend and overlap setting
/// gives what one process with a loop over modulo indices gives.
#include <gmock/gmock.h>

#include <cstring>
#include <set>
#include <sstream>

#include "field/hash.hpp"
#include "reference/session.hpp"
#include "support/mpi_groups.hpp"
#include "support/samples.hpp"
#include "support/small_run.hpp"

namespace ministencil::testing_support {
namespace {

constexpr Index steps = 3;  // odd, so that a mistaken buffer parity shows
constexpr Index3 largest{64, 48, 40};
constexpr Index3 middle{17, 13, 11};

Boundaries mixed() {
  Boundaries boundaries;
  boundaries.face[0] = {Boundary::insulated, Boundary::fixed};
  boundaries.face[1] = {Boundary::periodic, Boundary::periodic};
  boundaries.face[2] = {Boundary::fixed, Boundary::insulated};
  return boundaries;
}

struct Physics {
  const char* name;
  double diffusion_number;
  std::array<double, axes> spacing;
};

/// r = 0.1 rounds, so that contraction or another order of additions would show; 1/8 would hide it.
const std::vector<Physics> physics = {{"equal spacing", 0.1, {1, 1, 1}},
                                      {"unequal spacing", 0.1, {1.0, 1.5, 0.7}}};

struct Problem {
  Index3 points;
  std::string boundary_name;
  Boundaries boundaries;
  Physics physics;
  int order = 2;

  Domain domain() const { return {points, boundaries, order / 2}; }
  template <class T>
  Coefficients<T> coefficients() const {
    return make_coefficients<T>(physics.diffusion_number, physics.spacing, order);
  }
};

/// The same along x and y on a 2D grid.
Problem flattened(Problem problem) {
  problem.points.z = 1;
  problem.boundaries = without_z(problem.boundaries);
  problem.physics.spacing[2] = no_spacing;
  return problem;
}

std::vector<Problem> problems(const std::vector<Index3>& grids, const std::vector<int>& orders) {
  const std::vector<std::pair<std::string, Boundaries>> boundaries = {
      {"fixed", all_faces(Boundary::fixed)},
      {"periodic", all_faces(Boundary::periodic)},
      {"insulated", all_faces(Boundary::insulated)},
      {"mixed", mixed()}};
  std::vector<Problem> list;
  for (const int order : orders)
    for (const Index3 points : grids)
      for (const auto& [name, faces] : boundaries)
        for (const Physics& p : physics) list.push_back({points, name, faces, p, order});
  return list;
}

std::vector<Problem> problems_of_order_2() { return problems({largest, middle, {5, 6, 3}}, {2}); }
/// The second grid has as many points along x and y as order 8 reaches.
std::vector<Problem> problems_of_higher_order() {
  return problems({middle, {4, 4, 32}}, {4, 6, 8});
}

/// Where the spacing is unequal it is so along x and y.
std::vector<Problem> flat_problems() {
  std::vector<Problem> list;
  for (const Problem& problem : problems({{70, 40, 1}, middle, {5, 6, 1}}, {2})) {
    list.push_back(flattened(problem));
  }
  for (const Problem& problem : problems({middle, {4, 32, 1}}, {4, 8})) {
    list.push_back(flattened(problem));
  }
  return list;
}

/// Every ordered triple whose product is `ranks`.
std::vector<RankGrid> all_rank_grids(int ranks) {
  std::vector<RankGrid> grids;
  for (int x = 1; x <= ranks; ++x)
    for (int y = 1; x * y <= ranks; ++y)
      if (ranks % (x * y) == 0) grids.push_back({x, y, ranks / (x * y)});
  return grids;
}

bool fits(const Domain& domain, const RankGrid& ranks) {
  for (int axis = 0; axis < axes; ++axis) {
    if (domain.points[axis] / ranks[axis] < domain.least_share(axis)) return false;
  }
  return true;
}

/// Divides none of the grids evenly.
BlockShape block_for(const Kernel& kernel) {
  if (kernel.description.dimensions == 2) {
    return kernel.description.marches ? BlockShape{24, 1, 1} : BlockShape{16, 5, 1};
  }
  if (!kernel.description.marches) return {10, 6, 5};
  if (kernel.description.threads == Threads::on_inputs) return {14, 11, 1};
  return {16, 4, 1};
}

/// The kernels of the folder on the emulator, and the reference's sweep.
template <class T>
std::vector<std::pair<std::string, std::unique_ptr<Backend<T>>>> all_backends(int order,
                                                                              int dimensions) {
  std::vector<std::pair<std::string, std::unique_ptr<Backend<T>>>> backends;
  for (const Kernel& kernel : kernel_catalogue(dimensions)) {
    if (kernel.description.gpu_only || !kernel.description.takes(order, precision_of<T>)) continue;
    const BlockShape block = block_for(kernel);
    const Index seven = 7;
    const Index* const chunk = kernel.description.marches ? &seven : nullptr;
    backends.emplace_back(kernel.name,
                          make_backend<T>(BackendKind::emulator, kernel,
                                          choose_launch(kernel, &block, chunk, sizeof(T), order)));
  }
  backends.emplace_back("kokkos",
                        make_backend<T>(BackendKind::kokkos, kernel_catalogue().front(), {}));
  return backends;
}

template <class T>
class OneHash : public testing::Test {
 protected:
  static void SetUpTestSuite() { kokkos_ = std::make_unique<KokkosSession>(); }
  static void TearDownTestSuite() { kokkos_.reset(); }
  static std::unique_ptr<KokkosSession> kokkos_;
};
template <class T>
std::unique_ptr<KokkosSession> OneHash<T>::kokkos_;

using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(OneHash, Precisions);

/// One cell of the matrix, by numbers that count from 0 within their kind.
struct Case {
  std::size_t problem, grid, backend;
  Overlap overlap;
};

/// Time grows with the grid and the orders, so of the largest grid only every eighth case is run,
/// of the next every second, and of higher orders every fourth, in a pattern in which every problem
/// still meets every grid of ranks, and every backend with overlap on and off; and every grid of
/// ranks every backend, overlap and spacing.
bool is_run(const Problem& problem, const Case& c) {
  const std::size_t nth = problem.order > 2           ? 4
                          : problem.points == largest ? 8
                          : problem.points == middle  ? 2
                                                      : 1;
  return (c.problem + c.grid + c.backend + (c.overlap == Overlap::on ? 1 : 0)) % nth == 0;
}

template <class T>
struct Truth {
  std::vector<T> initial, field;
  std::uint64_t hash;
};

template <class T>
Truth<T> truth_of(const Problem& problem) {
  Truth<T> truth{random_field<T>(problem.points), {}, 0};
  truth.field = oracle_run(problem.points, problem.boundaries, problem.coefficients<T>(),
                           truth.initial, steps);
  truth.hash = hash_part(truth.field.data(), {{0, 0, 0}, problem.points}, problem.points);
  return truth;
}

/// Runs one case on the ranks of `group` and compares its bits and its hash.
template <class T>
void expect_truth(MPI_Comm group, const Problem& problem, const RankGrid& grid, Backend<T>& backend,
                  Overlap overlap, const Truth<T>& truth) {
  const SmallRun<T> run(group, problem.domain(), grid);
  const std::vector<T> values =
      run.run(backend, problem.coefficients<T>(), overlap, truth.initial, steps);
  const std::vector<T> mine = oracle_cut(problem.points, truth.field, run.owned);
  ASSERT_EQ(std::memcmp(values.data(), mine.data(), values.size() * sizeof(T)), 0);
  std::uint64_t part = hash_part(values.data(), run.owned, problem.points), sum = 0;
  MPI_Allreduce(&part, &sum, 1, MPI_UINT64_T, MPI_SUM, group);
  ASSERT_EQ(sum, truth.hash);
}

std::string text_of(const Problem& problem, const RankGrid& grid, const std::string& backend,
                    Overlap overlap) {
  std::ostringstream text;
  text << backend << ", order " << problem.order << ", " << problem.boundary_name << ", "
       << problem.physics.name << ", " << grid[0] << " x " << grid[1] << " x " << grid[2]
       << " ranks, overlap " << (overlap == Overlap::on ? "on" : "off");
  return text.str();
}

/// Runs every case of a problem that is run at all; the number of them on this group's first rank.
template <class T>
Index run_problem(const Problem& problem, std::size_t p) {
  const auto backends = all_backends<T>(problem.order, problem.boundaries.dimensions());
  const Truth<T> truth = truth_of<T>(problem);
  Index runs = 0;
  std::size_t grid_number = 0;
  for (int ranks = 1; ranks <= 8; ++ranks) {
    const Groups groups(MPI_COMM_WORLD, ranks);
    int number = 0;
    for (const RankGrid& grid : all_rank_grids(ranks)) {
      ++grid_number;
      if (!fits(problem.domain(), grid)) continue;
      for (std::size_t b = 0; b < backends.size(); ++b)
        for (const Overlap overlap : {Overlap::off, Overlap::on}) {
          if (!is_run(problem, {p, grid_number, b, overlap}) || !groups.takes(number++)) continue;
          const auto& [name, backend] = backends[b];
          SCOPED_TRACE(text_of(problem, grid, name, overlap));
          expect_truth(groups.get(), problem, grid, *backend, overlap, truth);
          if (testing::Test::HasFatalFailure()) return runs;
          runs += rank_of(groups.get()) == 0 ? 1 : 0;
        }
    }
  }
  return runs;
}

template <class T>
Index run_all(const std::vector<Problem>& problems) {
  Index runs = 0, all = 0;
  for (std::size_t p = 0; p < problems.size() && !testing::Test::HasFatalFailure(); ++p) {
    runs += run_problem<T>(problems[p], p);
  }
  MPI_Allreduce(&runs, &all, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

TYPED_TEST(OneHash, HoldsOverRanksDecompositionsKernelsBackendsAndOverlap) {
  // 1 to 8 ranks form 38 grids; 12 of them leave a rank of the smallest grid without points.
  constexpr Index settings = 8, grids = 38, small_grids = 38 - 12;
  const auto variants = static_cast<Index>(2 * all_backends<TypeParam>(2, 3).size());  // overlap
  EXPECT_GE(run_all<TypeParam>(problems_of_order_2()),
            settings * (grids * (variants / 8 + variants / 2) + small_grids * variants))
      << "the matrix has lost cases";
}

TYPED_TEST(OneHash, HoldsAtHigherOrdersAsWell) {
  EXPECT_GE(run_all<TypeParam>(problems_of_higher_order()), 48 * 16) << "it has lost cases";
}

TYPED_TEST(OneHash, HoldsOn2DGridsAsWell) {
  // 1 to 8 ranks form 20 grids of two axes; five of them leave a rank of 5 x 6 points without any.
  constexpr Index settings = 8, small_grids = 20 - 5;
  const auto variants = static_cast<Index>(2 * all_backends<TypeParam>(2, 2).size());  // overlap
  EXPECT_GE(run_all<TypeParam>(flat_problems()), settings * small_grids * variants)
      << "the matrix has lost cases";
}

TEST(OneHashMatrix, ThinnedOutOnTheLargestGridStillMeetsEveryPair) {
  const std::vector<Problem> all_problems = problems_of_order_2();
  const std::size_t backends = all_backends<float>(2, 3).size();
  std::set<std::vector<std::size_t>> seen;
  for (std::size_t p = 0; p < 8; ++p)
    for (std::size_t grid = 0; grid < 38; ++grid)
      for (std::size_t b = 0; b < backends; ++b)
        for (const Overlap overlap : {Overlap::off, Overlap::on}) {
          ASSERT_EQ(all_problems[p].points, largest);
          if (!is_run(all_problems[p], {p, grid, b, overlap})) continue;
          const std::size_t o = overlap == Overlap::on ? 1 : 0, spacing = p % 2;
          seen.insert({0, p, grid, o});
          seen.insert({1, p, b, o});
          seen.insert({2, grid, b, o});
          seen.insert({3, grid, b, spacing});
        }
  EXPECT_EQ(seen.size(), (8 * 38 + (8 + 38 + 38) * backends) * 2);
}

/// Grids of ranks that leave a rank without points are refused, not run.
TEST(OneHashRefusals, DecompositionsWithMoreRanksThanPointsAlongAnAxis) {
  int refused = 0;
  for (int ranks = 1; ranks <= 8; ++ranks)
    for (const RankGrid& grid : all_rank_grids(ranks)) {
      const Domain domain{{5, 6, 3}, all_faces(Boundary::periodic)};
      if (fits(domain, grid)) continue;
      ++refused;
      EXPECT_THROW(Decomposition(domain, grid), InputError);
    }
  EXPECT_EQ(refused, 12);
}

}  // namespace
}  // namespace ministencil::testing_support
