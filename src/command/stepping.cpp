// SPDX-License-Identifier: Apache-2.0
#include "command/stepping.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <iostream>
#include <numeric>

#include "command/field_output.hpp"
#include "command/measure.hpp"
#include "core/text.hpp"
#include "output/progress.hpp"
#include "parallel/agreement.hpp"
#include "solver/checks.hpp"
#include "solver/step_timer.hpp"

namespace ministencil {

namespace {

/// The checks and outputs of a run, in the order in which they see the field: a field that a check
/// refuses is not written.
template <class T>
struct Observers {
  FiniteCheck<T> finite;
  std::optional<ReferenceCheckpoint<T>> reference;
  std::optional<EigenmodeCheckpoint<T>> eigenmode;
  SnapshotObserver<T> snapshots;
  HashObserver<T> hash;

  std::vector<FieldObserver<T>*> list() {
    std::vector<FieldObserver<T>*> all{&finite};
    if (reference) all.push_back(&*reference);
    if (eigenmode) all.push_back(&*eigenmode);
    all.push_back(&snapshots);
    all.push_back(&hash);
    return all;
  }
};

template <class T>
Observers<T> make_observers(MPI_Comm world, const Assembly& assembly, const AxisTables& tables,
                            Reference<T>* reference, const RunPlan& plan) {
  const Configuration& c = assembly.configuration;
  const Index steps = c.time.steps, every = c.output.snapshot_every;
  const Schedule checks{c.check.every, c.check.at_end, steps};
  const Schedule snapshots{every, every > 0, steps};
  const Schedule end{0, true, steps};
  Observers<T> observers{.finite{world, assembly.owned, c.grid.points, {checks, snapshots, end}},
                         .reference{},
                         .eigenmode{},
                         .snapshots{world, assembly, plan, snapshots},
                         .hash{world, assembly.owned, c.grid.points, end}};
  if (reference) observers.reference.emplace(*reference, checks);
  if (std::holds_alternative<Eigenmode>(c.heat.initial)) {
    observers.eigenmode.emplace(world, assembly.configuration, tables, assembly.owned, checks);
  }
  return observers;
}

/// Exposed is what steps waited; hidden is what an exchange takes alone less that.
Measured<HaloTimes> halo_times(MPI_Comm world, const StepTimer& timer, double alone, int messages) {
  int most = 0;
  MPI_Allreduce(&messages, &most, 1, MPI_INT, MPI_MAX, world);
  if (most == 0) return Measured<HaloTimes>::none("no rank has a neighbour to exchange with");
  const std::vector<double>& exposed = timer.exposed_halo();
  if (exposed.empty()) return Measured<HaloTimes>::none("no step was timed after warm-up");
  const double mine =
      std::accumulate(exposed.begin(), exposed.end(), 0.0) / static_cast<double>(exposed.size());
  double longest = 0;
  MPI_Allreduce(&mine, &longest, 1, MPI_DOUBLE, MPI_MAX, world);
  return Measured<HaloTimes>::of({longest, std::max(0.0, alone - longest)});
}

template <class T>
Measured<ReferenceCheck> reference_result(const Observers<T>& observers,
                                          const Configuration& configuration) {
  using Result = Measured<ReferenceCheck>;
  if (!observers.reference) return Result::none("check.reference is none");
  const auto& comparison = observers.reference->comparison();
  if (observers.finite.found()) return Result::none("the field is not finite");
  if (!comparison) return Result::none("no check was due");
  return Result::of(reference_check(*observers.reference, configuration.grid.points.product()));
}

template <class T>
Measured<EigenmodeCheck> eigenmode_result(const Observers<T>& observers) {
  using Result = Measured<EigenmodeCheck>;
  if (!observers.eigenmode) return Result::none("the initial state is no eigenmode");
  if (observers.finite.found()) return Result::none("the field is not finite");
  if (!observers.eigenmode->error()) return Result::none("no check was due");
  return Result::of({*observers.eigenmode->error(), observers.eigenmode->tolerance()});
}

std::string not_finite_text(const NotFinite& found, int dimensions) {
  return fmt::format(
      "FAILED: after step {} the field holds a value that is not finite, first at {}; "
      "{}; check the initial field, or set check.every to find the step",
      found.step, point_text(found.point, dimensions),
      found.last_clean_step < 0 ? std::string("it was not looked at before")
                                : fmt::format("it was clean after step {}", found.last_clean_step));
}

template <class T>
bool conclude(const Observers<T>& observers, const Configuration& configuration,
              RunReport& report) {
  Checks& checks = report.checks;
  checks.reference = reference_result(observers, configuration);
  checks.eigenmode = eigenmode_result(observers);
  checks.hash = observers.hash.hash() ? Measured<std::uint64_t>::of(*observers.hash.hash())
                                      : Measured<std::uint64_t>::none("a check failed before");
  report.files = observers.snapshots.files();
  if (observers.finite.found())
    report.warnings.push_back(
        not_finite_text(*observers.finite.found(), configuration.grid.dimensions));
  return !observers.finite.found() && (!checks.reference || checks.reference->passed()) &&
         (!checks.eigenmode || checks.eigenmode->passed());
}

}  // namespace

template <class T>
ReferenceCheck reference_check(const ReferenceCheckpoint<T>& checkpoint, Index points) {
  const auto& comparison = checkpoint.comparison();
  ReferenceCheck check{.reference = checkpoint.description(),
                       .step = checkpoint.step(),
                       .points = points,
                       .differing = comparison->differing,
                       .first = {}};
  if (comparison->first) {
    const auto& [point, expected, found] = *comparison->first;
    check.first = FieldDifference{point, found, expected};
  }
  return check;
}

template <class T>
bool step_through(MPI_Comm world, const Assembly& assembly, const AxisTables& tables,
                  Simulation<T>& simulation, Reference<T>* reference, RunReport& report) {
  using Clock = std::chrono::steady_clock;
  const Configuration& c = assembly.configuration;
  HeatSolver<T>& solver = simulation.solver;
  const double alone = halo_alone(world, solver);
  Observers<T> observers = make_observers(world, assembly, tables, reference, report.plan);
  StepTimer timer(simulation.backend->make_stopwatch(StepTimer::slots()),
                  warm_up_steps(c.time.steps));
  Progress progress(std::cout, progress_style(STDOUT_FILENO), c.time.steps);
  const auto list = observers.list();
  const Clock::time_point start = Clock::now();
  run_loop<T>(solver, c.time.steps, c.time.step, list, &timer, [&](Index done) {
    if (rank_of(world) == 0) progress.update(done);
  });
  solver.wait();
  report.timing.stepping = std::chrono::duration<double>(Clock::now() - start).count();
  progress.finish();
  timer.finish();
  report.steps = solver.steps_done();
  report.timing.warm_up_steps = std::min(report.steps, warm_up_steps(c.time.steps));
  report.timing.step = statistics_of(slowest_rank(world, timer.steps()));
  report.halo = halo_times(world, timer, alone, static_cast<int>(assembly.halo.messages.size()));
  return conclude(observers, c, report);
}

template ReferenceCheck reference_check(const ReferenceCheckpoint<float>&, Index);
template ReferenceCheck reference_check(const ReferenceCheckpoint<double>&, Index);
template bool step_through(MPI_Comm, const Assembly&, const AxisTables&, Simulation<float>&,
                           Reference<float>*, RunReport&);
template bool step_through(MPI_Comm, const Assembly&, const AxisTables&, Simulation<double>&,
                           Reference<double>*, RunReport&);

}  // namespace ministencil
