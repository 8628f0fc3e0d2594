// SPDX-License-Identifier: Apache-2.0
#include "command/sweep_kernel.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <iostream>

#include "command/assembly.hpp"
#include "command/simulation.hpp"
#include "core/error.hpp"
#include "field/hash.hpp"
#include "output/progress.hpp"
#include "sectors/rank_sectors.hpp"
#include "solver/step_timer.hpp"

namespace ministencil {

namespace {

constexpr Index warm_ups = 3, timed_steps = 15;
constexpr Index emulated_steps = 2;  // enough for a wrong block to show, and for both buffers

Configuration with_launch(Configuration configuration, const LaunchCandidate& launch) {
  configuration.kernel.block = launch.block;
  if (launch.chunk > 0) configuration.kernel.chunk = launch.chunk;
  return configuration;
}

Measured<Index> sectors_of(const Assembly& assembly) {
  using Result = Measured<Index>;
  if (assembly.configuration.sectors == SectorSource::none) {
    return Result::none("sectors.count is none");
  }
  if (assembly.kernel->description.gpu_only) {
    return Result::none("the kernel cannot be emulated: it uses instructions that only GPUs have");
  }
  const Partition partition = partition_of(assembly);
  return Result::of(count_rank(count_task_of(assembly), partition.interior, partition.shells)
                        .total()
                        .counted.all_sectors());
}

template <class T>
class KernelSweep {
 public:
  KernelSweep(MPI_Comm self, const Configuration& configuration, const Machine& machine)
      : self_(self),
        configuration_(configuration),
        kind_(machine.backend.kind),
        initial_(initial_field<T>(self, assemble(configuration, 1, 0),
                                  tables_everywhere(self, configuration))) {}

  Trial measure(const LaunchCandidate& launch) {
    Trial trial{.launch = launch, .seconds = {}, .bytes_per_second = {}, .sectors = {}, .hash = {}};
    if (!launch.limit.empty()) return trial;
    const Assembly assembly = assemble(with_launch(configuration_, launch), 1, 0);
    if (std::optional<std::string> refusal = step(assembly, trial)) {
      trial.launch.limit = *refusal;
      return trial;
    }
    trial.sectors = sectors_of(assembly);
    return trial;
  }

 private:
  /// Why this device cannot launch it, if so: only the device knows how many registers there are.
  std::optional<std::string> step(const Assembly& assembly, Trial& trial) {
    std::optional<Simulation<T>> simulation;
    try {
      simulation.emplace(self_, kind_, assembly, initial_);
    } catch (const InputError& error) {
      const std::string message = error.what();
      return message.substr(0, message.rfind("; "));
    }
    if (kind_ == BackendKind::cuda) {
      time_steps(*simulation, trial);
    } else {
      for (Index i = 0; i < emulated_steps; ++i) simulation->solver.step();
      trial.seconds = Measured<Statistics>::none("times of the emulator mean nothing");
      trial.bytes_per_second = Measured<double>::none(trial.seconds.reason);
    }
    simulation->solver.wait();
    trial.hash =
        hash_part(simulation->solver.values().data(), assembly.owned, configuration_.grid.points);
    return {};
  }

  void time_steps(Simulation<T>& simulation, Trial& trial) {
    StepTimer timer(simulation.backend->make_stopwatch(StepTimer::slots()), warm_ups);
    for (Index i = 0; i < warm_ups + timed_steps; ++i) simulation.solver.step(&timer);
    timer.finish();
    trial.seconds = statistics_of(timer.steps());
    const double bytes =
        2.0 * sizeof(T) * static_cast<double>(configuration_.grid.points.product());
    trial.bytes_per_second = trial.seconds->median > 0
                                 ? Measured<double>::of(bytes / trial.seconds->median)
                                 : Measured<double>::none("steps too short for the clock");
  }

  MPI_Comm self_;
  const Configuration& configuration_;
  BackendKind kind_;
  std::vector<T> initial_;
};

template <class T>
BlockSweep sweep_as(MPI_Comm self, const Configuration& configuration, const Machine& machine,
                    const std::vector<LaunchCandidate>& all) {
  KernelSweep<T> sweep(self, configuration, machine);
  BlockSweep result{.subject = configuration.kernel.name, .trials = {}};
  const auto count = static_cast<Index>(all.size());
  Progress progress(std::cout, progress_style(STDOUT_FILENO), count, {}, "launch");
  for (const LaunchCandidate& launch : all) {
    result.trials.push_back(sweep.measure(launch));
    progress.update(static_cast<Index>(result.trials.size()));
  }
  progress.finish();
  return result;
}

}  // namespace

std::string how_a_kernel_is_swept(RankedBy measure) {
  if (measure == RankedBy::seconds) {
    return fmt::format(
        "a step of the application on one GPU, median of {} after {} for warm-up, by events",
        timed_steps, warm_ups);
  }
  return fmt::format(
      "sectors (32 bytes) that a step asks for, emulated; the emulator's times mean nothing. {} "
      "steps with each launch give the field's hash",
      emulated_steps);
}

BlockSweep sweep_kernel(MPI_Comm self, const Configuration& configuration, const Machine& machine,
                        const std::vector<LaunchCandidate>& all) {
  return with_element_type(configuration.precision, [&]<class T>() {
    return sweep_as<T>(self, configuration, machine, all);
  });
}

std::vector<std::string> notes_on_sweep(const BlockSweep& sweep, const Configuration& configuration,
                                        const Machine& machine) {
  if (machine.backend.kind != BackendKind::cuda) return {};
  RunReport report;
  report.plan.configuration = configuration;
  const std::vector<std::size_t> order = ranking(sweep, RankedBy::seconds);
  if (order.empty()) return {};
  report.timing.step = sweep.trials[order.front()].seconds;
  const Assembly assembly = assemble(configuration, 1, 0);
  return with_element_type(configuration.precision, [&]<class T>() {
    const auto backend = make_backend<T>(machine.backend.kind, *assembly.kernel, assembly.launch);
    return notes_on_figures(report, memory_need(assembly, machine.backend.kind).fields,
                            backend->cache_bytes());
  });
}

}  // namespace ministencil
