// SPDX-License-Identifier: Apache-2.0
#include "command/compare.hpp"

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <iostream>

#include "command/candidates.hpp"
#include "command/field_output.hpp"
#include "command/measure.hpp"
#include "command/preparation.hpp"
#include "command/ranks.hpp"
#include "command/simulation.hpp"
#include "command/stepping.hpp"
#include "command/tuned_launch.hpp"
#include "output/comparison_json.hpp"
#include "output/comparison_text.hpp"
#include "output/directory.hpp"
#include "output/file_values.hpp"
#include "output/progress.hpp"
#include "output/text_file.hpp"
#include "parallel/agreement.hpp"
#include "sectors/intensity.hpp"
#include "solver/step_timer.hpp"

namespace ministencil {

namespace {

constexpr Index most_steps = 22;  // unless asked for: 20, and 2 for warm-up
constexpr const char* emulated_time = "the time of an emulated step is not the kernel's";

Assembly with_kernel(Assembly assembly, const Candidate& candidate) {
  assembly.configuration.kernel = candidate.settings;
  assembly.kernel = candidate.kernel;
  assembly.launch = candidate.launch;
  return assembly;
}

/// What all kernels share: the machine, the field that they start from, the field they have to
/// reach.
template <class T>
struct Course {
  MPI_Comm world, node;
  BackendKind backend;
  const Assembly& assembly;
  const std::vector<T>& initial;
  Reference<T>* reference;  // null without one
  Index steps;
  CopyClock copy_clock;

  bool has_times() const { return backend == BackendKind::cuda; }
};

/// Steps the simulation and fills in what the row says about its field and its time.
template <class T>
void step_kernel(const Course<T>& course, Simulation<T>& simulation,
                 const std::function<void(Index)>& after_step, ComparedKernel& row) {
  const Configuration& c = course.assembly.configuration;
  const Schedule end{0, true, course.steps};
  HashObserver<T> hash(course.world, course.assembly.owned, c.grid.points, end);
  std::optional<ReferenceCheckpoint<T>> checkpoint;
  std::vector<FieldObserver<T>*> observers{&hash};  // first: it never stops the others
  if (course.reference) observers.push_back(&checkpoint.emplace(*course.reference, end));
  StepTimer timer(simulation.backend->make_stopwatch(StepTimer::slots()),
                  warm_up_steps(course.steps));
  run_loop<T>(simulation.solver, course.steps, c.time.step, observers, &timer, after_step);
  simulation.solver.wait();
  timer.finish();
  row.hash = *hash.hash();
  row.reference =
      checkpoint
          ? Measured<ReferenceCheck>::of(reference_check(*checkpoint, c.grid.points.product()))
          : Measured<ReferenceCheck>::none("check.reference is none");
  row.step = course.has_times() ? statistics_of(slowest_rank(course.world, timer.steps()))
                                : Measured<Statistics>::none(emulated_time);
}

/// On rank 0; the other ranks have no use for it.
Measured<double> intensity_of(MPI_Comm world, const Assembly& assembly) {
  Measured<double> found;
  collectively(world, [&] {
    if (rank_of(world) != 0) return;
    if (assembly.kernel->description.gpu_only) {
      found = Measured<double>::none("the emulator cannot run it");
      return;
    }
    found = Measured<double>::of(
        interior_block(*assembly.kernel, assembly.launch, assembly.configuration.precision)
            .flop_per_byte());
  });
  return found;
}

/// The same for every kernel, so measured beside the first.
template <class T>
void measure_copy(const Course<T>& course, Simulation<T>& simulation,
                  KernelComparison& comparison) {
  if (!comparison.kernels.empty()) return;
  comparison.copy_bandwidth =
      course.has_times()
          ? Measured<double>::of(copy_bandwidth(course.world, *simulation.backend,
                                                simulation.solver, course.copy_clock))
          : Measured<double>::none(emulated_time);
}

/// What a reader of the figures has to know, once.
template <class T>
void add_notes(const Course<T>& course, Simulation<T>& simulation, const ComparedKernel& row,
               KernelComparison& comparison) {
  if (!course.has_times()) return;
  for (std::string& note :
       notes_on_figures(row.step, share_of_copy(comparison, row),
                        2 * simulation.solver.bytes_a_field(), simulation.backend->cache_bytes())) {
    if (std::ranges::count(comparison.notes, note) == 0) comparison.notes.push_back(note);
  }
}

/// Adds a row for the kernel; one that the device refuses is left out, with the reason.
template <class T>
void run_kernel(const Course<T>& course, const Candidate& candidate,
                const std::function<void(Index)>& after_step, KernelComparison& comparison) {
  const Assembly assembly = with_kernel(course.assembly, candidate);
  std::optional<Simulation<T>> simulation;
  try {
    collectively(course.world, [&] {
      simulation.emplace(course.world, course.backend, assembly, course.initial);
    });
  } catch (const AgreedError& refusal) {
    if (refusal.code() != ExitCode::input) throw;
    comparison.left_out.push_back({candidate.kernel->name, refusal.what()});
    return;
  }
  measure_copy(course, *simulation, comparison);
  ComparedKernel row{.kernel = candidate.kernel->name,
                     .block = candidate.launch.block,
                     .chunk = candidate.launch.chunk};
  row.sectors =
      count_sectors(course.world, course.node, assembly, course.backend, simulation->solver);
  row.profile =
      kernel_profile(course.world, assembly, *simulation->backend, simulation->solver, row.sectors);
  row.flop_per_byte = intensity_of(course.world, assembly);
  step_kernel(course, *simulation, after_step, row);
  add_notes(course, *simulation, row, comparison);
  comparison.kernels.push_back(std::move(row));
}

template <class T>
void run_kernels(const Course<T>& course, const std::vector<Candidate>& candidates,
                 KernelComparison& comparison) {
  Progress progress(std::cout, progress_style(STDOUT_FILENO),
                    bounded_product(course.steps, static_cast<Index>(candidates.size())));
  Index done = 0;
  for (const Candidate& candidate : candidates) {
    run_kernel<T>(
        course, candidate,
        [&](Index step) {
          if (rank_of(course.world) == 0) progress.update(done + step);
        },
        comparison);
    done += course.steps;
  }
  progress.finish();
}

/// Writes compare.json and compare.csv and prints the table; on rank 0, agreed by all.
void publish(MPI_Comm world, const KernelComparison& comparison) {
  collectively(world, [&] {
    if (rank_of(world) != 0) return;
    const std::filesystem::path directory = comparison.plan.configuration.output.directory;
    write_text_atomically(directory / compare_csv_name, comparison_csv(comparison));
    write_text_atomically(directory / compare_json_name, comparison_json_text(comparison));
    std::cout << comparison_text(comparison) << std::flush;
  });
}

std::string opening_of(KernelComparison comparison, const std::vector<Candidate>& candidates) {
  for (const Candidate& candidate : candidates) {
    comparison.kernels.push_back({.kernel = candidate.kernel->name});
  }
  return comparison_opening_text(comparison);
}

template <class T>
ExitCode compare_as(MPI_Comm world, const Configuration& given, const CompareOptions& options) {
  std::optional<Assembly> assembly;
  collectively(world, [&] { assembly = assemble(given, size_of(world), rank_of(world)); });
  const Node node(world);
  const Machine machine = choose_machine(world, node.get(), given);
  const Configuration configuration = with_tuned_launch(world, given, machine, options.run.store);
  assembly->configuration = configuration;
  const BackendKind backend = machine.backend.kind;
  Candidates candidates;
  collectively(world, [&] {
    require_kernels(backend, machine.backend.reason);
    candidates = candidates_of(configuration, options.kernels, backend);
    require_device_memory(backend, memory_need(*assembly, backend));
  });

  KernelComparison comparison;
  comparison.plan = describe(world, *assembly, machine);
  comparison.date = date_text();
  comparison.steps = options.steps.value_or(std::min(configuration.time.steps, most_steps));
  if (backend == BackendKind::cuda) comparison.warm_up_steps = warm_up_steps(comparison.steps);
  comparison.left_out = candidates.left_out;
  const auto kokkos = start_kokkos(world, configuration, machine);
  const AxisTables tables = tables_everywhere(world, configuration);
  const std::vector<T> initial = initial_field<T>(world, *assembly, tables);
  std::optional<Reference<T>> reference;
  if (configuration.check.reference == ReferenceKind::kokkos) {
    const auto coefficients = make_coefficients<T>(configuration.time.diffusion_number,
                                                   configuration.grid.spacing, configuration.order);
    reference.emplace(world, assembly->decomposition, coefficients, initial,
                      reference_space_of(backend));
  }
  prepare_directory(world, configuration.output.directory,
                    options.run.overwrite ? EarlierRun::overwrite : EarlierRun::refuse, 0,
                    OutputOf::comparison);
  // Once nothing can be refused any more: an error stands alone.
  if (rank_of(world) == 0) std::cout << opening_of(comparison, candidates.kernels) << std::flush;
  const Course<T> course{world,
                         node.get(),
                         backend,
                         *assembly,
                         initial,
                         reference ? &*reference : nullptr,
                         comparison.steps,
                         copy_clock_for(machine)};
  run_kernels(course, candidates.kernels, comparison);
  if (comparison.kernels.empty()) {
    throw AgreedError(ExitCode::input,
                      "no kernel could be launched: " + comparison.left_out.back().reason);
  }
  sort_kernels(comparison);
  publish(world, comparison);
  return all_equal(comparison) ? ExitCode::good : ExitCode::check_failed;
}

}  // namespace

ExitCode compare(MPI_Comm world, const Configuration& configuration,
                 const CompareOptions& options) {
  return with_element_type(configuration.precision,
                           [&]<class T>() { return compare_as<T>(world, configuration, options); });
}

}  // namespace ministencil
