// SPDX-License-Identifier: Apache-2.0
/// Holds ranks that share a GPU against as many processes that share it and exchange nothing.
///
///   mpirun -n 4 bench_sharing [POINTS_AN_AXIS [STEPS [ROUNDS]]]
///
/// The domain is cut along z. In one measurement the ranks step it together; in the other each
/// steps its part as a domain of its own. All start and end together, and the rate is all points of
/// all ranks over the time on the wall between: events on the device cannot see what the others'
/// turns on it cost. The two alternate; medians of the rounds count.
#include <fmt/format.h>
#include <mpi.h>

#include <array>
#include <cstdlib>

#include "backend/devices.hpp"
#include "command/assembly.hpp"
#include "command/guard.hpp"
#include "command/simulation.hpp"
#include "output/report.hpp"
#include "output/table.hpp"

namespace ministencil {
namespace {

struct Settings {
  Index points = 1024;
  int steps = 200, rounds = 5;
};

int size_of(MPI_Comm communicator) {
  int size = 0;
  MPI_Comm_size(communicator, &size);
  return size;
}

int rank_in(MPI_Comm communicator) {
  int rank = 0;
  MPI_Comm_rank(communicator, &rank);
  return rank;
}

/// The ranks of `communicator` step a domain of `planes` planes, cut along z.
class Domain {
 public:
  Domain(MPI_Comm communicator, Index points, Index planes, bool overlap)
      : assembly_(assemble(configuration_for(points, planes, size_of(communicator), overlap),
                           size_of(communicator), rank_in(communicator))),
        simulation_(communicator, BackendKind::cuda, assembly_, initial()) {}

  /// Wall time of `steps` steps, in seconds; the same on every rank of the world.
  double seconds(int steps) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    for (int i = 0; i < steps; ++i) simulation_.solver.step(nullptr);
    simulation_.solver.wait();
    MPI_Barrier(MPI_COMM_WORLD);
    return MPI_Wtime() - start;
  }

 private:
  static Configuration configuration_for(Index points, Index planes, int ranks, bool overlap) {
    Configuration configuration;
    configuration.grid.points = {points, points, planes};
    configuration.time.diffusion_number = 0.1;
    configuration.decomposition = RankGrid{1, 1, ranks};
    configuration.halo.overlap = overlap;
    return configuration;
  }
  std::vector<float> initial() const {
    std::vector<float> values(static_cast<std::size_t>(assembly_.owned.points()));
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] = static_cast<float>(i % 1021) / 1021.0F;
    }
    return values;
  }

  Assembly assembly_;
  Simulation<float> simulation_;
};

ExitCode run(int argc, char** argv) {
  Settings settings;
  if (argc > 1) settings.points = std::atoll(argv[1]);
  if (argc > 2) settings.steps = std::atoi(argv[2]);
  if (argc > 3) settings.rounds = std::atoi(argv[3]);
  use_device(0);
  const int ranks = size_of(MPI_COMM_WORLD);
  const Index planes = settings.points / ranks;

  struct Row {
    const char* name;
    Domain domain;
    std::vector<double> seconds{};
  };
  std::array<Row, 3> rows{
      {{"no exchange", {MPI_COMM_SELF, settings.points, planes, true}},
       {"exchange, overlapped", {MPI_COMM_WORLD, settings.points, planes * ranks, true}},
       {"exchange, then sweep", {MPI_COMM_WORLD, settings.points, planes * ranks, false}}}};
  for (Row& row : rows) row.domain.seconds(settings.steps);  // warm-up
  for (int round = 0; round < settings.rounds; ++round) {
    for (Row& row : rows) row.seconds.push_back(row.domain.seconds(settings.steps));
  }

  const auto median = [](const Row& row) { return statistics_of(row.seconds)->median; };
  Table table({{""},
               {"step ms", Table::Align::right},
               {"Gpoint/s", Table::Align::right},
               {"of no exchange %", Table::Align::right}});
  const double points = static_cast<double>(settings.points * settings.points * planes * ranks);
  for (const Row& row : rows) {
    const double step = median(row) / settings.steps;
    table.add({row.name, fmt::format("{:.4f}", step * 1e3),
               fmt::format("{:.1f}", points / step * 1e-9),
               fmt::format("{:.1f}", 100 * median(rows[0]) / median(row))});
  }
  if (rank_in(MPI_COMM_WORLD) == 0) fmt::print("{}", table.text());
  return ExitCode::good;
}

}  // namespace
}  // namespace ministencil

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const int code = ministencil::guarded([&] { return ministencil::run(argc, argv); });
  MPI_Finalize();
  return code;
}
