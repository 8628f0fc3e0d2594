// SPDX-License-Identifier: Apache-2.0
/// Holds the application's step against the bare kernel and against a copy, on one GPU.
///
///   bench_step POINTS_AN_AXIS [REPETITIONS [CHUNK [BLOCK_X BLOCK_Y]]]
///
/// For every kernel and precision a line: median times of a copy of the field, of one sweep
/// launched alone, and of a whole step of the application (halo exchange, timing and observers
/// included). Times are events on the device, after warm-up; the result of the steps is compared
/// with the reference's by the GPU tests, not here.
#include <fmt/format.h>

#include <cstdlib>
#include <functional>
#include <optional>

#include "backend/devices.hpp"
#include "command/assembly.hpp"
#include "command/guard.hpp"
#include "command/simulation.hpp"
#include "output/report.hpp"
#include "output/table.hpp"
#include "solver/step_timer.hpp"

namespace ministencil {
namespace {

constexpr int warm_ups = 5;

double median(Stopwatch& stopwatch, int repetitions, const std::function<void()>& work) {
  for (int i = 0; i < warm_ups; ++i) work();
  std::vector<double> seconds;
  for (int i = 0; i < repetitions; ++i) {
    stopwatch.mark(0, Queue::compute);
    work();
    stopwatch.mark(1, Queue::compute);
    seconds.push_back(stopwatch.seconds(0, 1));
  }
  return statistics_of(seconds)->median;
}

struct Settings {
  Index points = 512;
  int repetitions = 20;
  std::optional<Index> chunk;
  std::optional<BlockShape> block;
};

Configuration configuration_for(const Settings& settings, const std::string& kernel,
                                Precision precision) {
  Configuration configuration;
  configuration.grid.points = {settings.points, settings.points, settings.points};
  configuration.kernel.chunk = settings.chunk;
  configuration.kernel.block = settings.block;
  configuration.time.diffusion_number = 0.1;
  configuration.kernel.name = kernel;
  configuration.precision = precision;
  return configuration;
}

template <class T>
void bench(Table& table, const Settings& settings, const std::string& kernel,
           const std::vector<T>& initial) {
  const int repetitions = settings.repetitions;
  const Assembly assembly = assemble(configuration_for(settings, kernel, precision_of<T>), 1, 0);
  const Index count = assembly.owned.points();
  Simulation<T> simulation(MPI_COMM_SELF, BackendKind::cuda, assembly, initial);
  const auto stopwatch = simulation.backend->make_stopwatch(2);
  HeatSolver<T>& solver = simulation.solver;
  const double copy = median(*stopwatch, repetitions, [&] { solver.copy_field_to_spare(); });
  const double bare =
      median(*stopwatch, repetitions, [&] { solver.replay(HeatSolver<T>::Phase::interior); });
  StepTimer timer(simulation.backend->make_stopwatch(StepTimer::slots()), warm_ups);
  for (int i = 0; i < warm_ups + repetitions; ++i) solver.step(&timer);
  solver.wait();
  timer.finish();
  const double step = statistics_of(timer.steps())->median;
  const double bytes = 2.0 * static_cast<double>(count) * sizeof(T);
  table.add({kernel, std::string(name_of(precision_of<T>)), fmt::format("{}^3", settings.points),
             fmt::format("{:.0f}", bytes / copy * 1e-9), fmt::format("{:.4f}", bare * 1e3),
             fmt::format("{:.4f}", step * 1e3), fmt::format("{:+.2f}", 100 * (step / bare - 1)),
             fmt::format("{:.1f}", static_cast<double>(count) / step * 1e-9),
             fmt::format("{:.3f}", copy / step)});
}

template <class T>
void bench_all(Table& table, const Settings& settings) {
  const Index count = settings.points * settings.points * settings.points;
  std::vector<T> initial(static_cast<std::size_t>(count));
  for (Index i = 0; i < count; ++i) initial[i] = static_cast<T>(i % 1021) / T(1021);
  for (const Kernel& kernel : kernel_catalogue(3)) {
    if (!kernel.description.takes(2, precision_of<T>)) continue;
    bench<T>(table, settings, kernel.name, initial);
  }
}

ExitCode run(int argc, char** argv) {
  Settings settings;
  if (argc > 1) settings.points = std::atoll(argv[1]);
  if (argc > 2) settings.repetitions = std::atoi(argv[2]);
  if (argc > 3) settings.chunk = std::atoll(argv[3]);
  if (argc > 5) settings.block = BlockShape{std::atoi(argv[4]), std::atoi(argv[5]), 1};
  use_device(0);
  using Align = Table::Align;
  Table table({{"kernel"},
               {"precision"},
               {"grid"},
               {"copy GB/s", Align::right},
               {"bare ms", Align::right},
               {"step ms", Align::right},
               {"step over bare %", Align::right},
               {"Gpoint/s", Align::right},
               {"of copy", Align::right}});
  bench_all<float>(table, settings);
  bench_all<double>(table, settings);
  fmt::print("{}", table.text());
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
