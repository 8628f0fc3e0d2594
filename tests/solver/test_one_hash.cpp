// SPDX-License-Identifier: Apache-2.0
/// One field, bit by bit: every rank count, decomposition, kernel, backend and overlap setting
/// gives what one process with a loop over modulo indices gives.
#include <gmock/gmock.h>

#include <cstring>
#include <map>
#include <random>

#include "field/hash.hpp"
#include "reference/session.hpp"
#include "support/mpi_groups.hpp"
#include "support/small_run.hpp"

namespace ministencil::testing_support {
namespace {

constexpr Index steps = 3;  // odd, so that a mistaken buffer parity shows

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
};

std::vector<Problem> problems() {
  const std::vector<std::pair<std::string, Boundaries>> boundaries = {
      {"fixed", all_faces(Boundary::fixed)},
      {"periodic", all_faces(Boundary::periodic)},
      {"insulated", all_faces(Boundary::insulated)},
      {"mixed", mixed()}};
  std::vector<Problem> list;
  for (const Index3 points : {Index3{64, 48, 40}, {17, 13, 11}, {5, 6, 3}})
    for (const auto& [name, faces] : boundaries)
      for (const Physics& p : physics) list.push_back({points, name, faces, p});
  return list;
}

template <class T>
std::vector<T> random_field(Index3 points) {
  std::mt19937 generator(2024);
  std::vector<T> field(points.product());
  for (T& value : field) value = static_cast<T>(generator()) / static_cast<T>(4294967296.0);
  return field;
}

/// Every ordered triple whose product is `ranks`.
std::vector<RankGrid> all_rank_grids(int ranks) {
  std::vector<RankGrid> grids;
  for (int x = 1; x <= ranks; ++x)
    for (int y = 1; x * y <= ranks; ++y)
      if (ranks % (x * y) == 0) grids.push_back({x, y, ranks / (x * y)});
  return grids;
}

bool fits(Index3 points, const RankGrid& ranks) {
  return ranks[0] <= points.x && ranks[1] <= points.y && ranks[2] <= points.z;
}

/// The kernels of the folder on the emulator, and the reference's sweep.
template <class T>
std::vector<std::pair<std::string, std::unique_ptr<Backend<T>>>> all_backends() {
  std::vector<std::pair<std::string, std::unique_ptr<Backend<T>>>> backends;
  for (const Kernel& kernel : kernel_catalogue()) {
    if (kernel.description.gpu_only) continue;
    const BlockShape block{16, 4, 1};  // divides none of the grids evenly
    const Index chunk = 7;
    backends.emplace_back(kernel.name,
                          make_backend<T>(BackendKind::emulator, kernel,
                                          choose_launch(kernel, &block, &chunk, sizeof(T))));
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

TYPED_TEST(OneHash, HoldsOverRanksDecompositionsKernelsBackendsAndOverlap) {
  using T = TypeParam;
  const auto backends = all_backends<T>();
  Index runs = 0;
  for (const Problem& problem : problems()) {
    const auto coefficients =
        make_coefficients<T>(problem.physics.diffusion_number, problem.physics.spacing);
    const std::vector<T> initial = random_field<T>(problem.points);
    const std::vector<T> expected =
        oracle_run(problem.points, problem.boundaries, coefficients, initial, steps);
    const std::uint64_t expected_hash =
        hash_part(expected.data(), {{0, 0, 0}, problem.points}, problem.points);
    for (int ranks = 1; ranks <= 8; ++ranks) {
      const Groups groups(MPI_COMM_WORLD, ranks);
      int number = 0;
      for (const RankGrid& grid : all_rank_grids(ranks)) {
        if (!fits(problem.points, grid)) continue;
        for (const auto& [name, backend] : backends)
          for (const Overlap overlap : {Overlap::off, Overlap::on}) {
            if (!groups.takes(number++)) continue;
            const SmallRun<T> run(groups.get(), {problem.points, problem.boundaries}, grid);
            const std::vector<T> values = run.run(*backend, coefficients, overlap, initial, steps);
            const std::vector<T> mine = oracle_cut(problem.points, expected, run.owned);
            ASSERT_EQ(std::memcmp(values.data(), mine.data(), values.size() * sizeof(T)), 0)
                << name << ", " << problem.boundary_name << ", " << problem.physics.name << ", "
                << grid[0] << " x " << grid[1] << " x " << grid[2] << " ranks, overlap "
                << (overlap == Overlap::on ? "on" : "off");
            std::uint64_t part = hash_part(values.data(), run.owned, problem.points), sum = 0;
            MPI_Allreduce(&part, &sum, 1, MPI_UINT64_T, MPI_SUM, groups.get());
            ASSERT_EQ(sum, expected_hash);
            ++runs;
          }
      }
    }
  }
  Index all = 0;
  MPI_Allreduce(&runs, &all, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  EXPECT_GT(all, 10000) << "the matrix has lost cases";
}

/// Grids of ranks that leave a rank without points are refused, not run.
TEST(OneHashRefusals, DecompositionsWithMoreRanksThanPointsAlongAnAxis) {
  int refused = 0;
  for (int ranks = 1; ranks <= 8; ++ranks)
    for (const RankGrid& grid : all_rank_grids(ranks)) {
      const Domain domain{{5, 6, 3}, all_faces(Boundary::periodic)};
      if (fits(domain.points, grid)) continue;
      ++refused;
      EXPECT_THROW(Decomposition(domain, grid), InputError);
    }
  EXPECT_EQ(refused, 12);
}

}  // namespace
}  // namespace ministencil::testing_support
