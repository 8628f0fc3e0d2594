// SPDX-License-Identifier: Apache-2.0
#include "command/run.hpp"

#include <chrono>
#include <filesystem>
#include <iostream>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "command/assembly.hpp"
#include "command/machine.hpp"
#include "command/measure.hpp"
#include "command/preparation.hpp"
#include "command/ranks.hpp"
#include "command/run_kernel.hpp"
#include "command/simulation.hpp"
#include "command/stepping.hpp"
#include "command/tuned_launch.hpp"
#include "configuration/read.hpp"
#include "configuration/source_text.hpp"
#include "output/directory.hpp"
#include "output/names.hpp"
#include "output/report_json.hpp"
#include "output/report_text.hpp"
#include "output/snapshot.hpp"
#include "output/text_file.hpp"
#include "parallel/agreement.hpp"

namespace ministencil {

namespace {

Index planned_bytes(const Configuration& configuration) {
  const Index every = configuration.output.snapshot_every;
  if (every == 0) return 0;
  const Index intervals = configuration.time.steps / every;
  const Index snapshots = intervals < std::numeric_limits<Index>::max() - 2
                              ? intervals + 2  // step 0 and the end
                              : intervals;
  return bounded_product(
      snapshots, snapshot_bytes(configuration.grid.points, bytes_of(configuration.precision)));
}

/// Writes run.json and sectors.csv and prints the summary; on rank 0, agreed by all.
void publish(MPI_Comm world, RunReport& report) {
  collectively(world, [&] {
    if (rank_of(world) != 0) return;
    const std::filesystem::path directory = report.plan.configuration.output.directory;
    report.files.emplace_back(sectors_csv_name);
    report.files.emplace_back(run_json_name);
    write_text_atomically(directory / sectors_csv_name, sectors_csv(report));
    write_text_atomically(directory / run_json_name, run_json_text(report));
    std::cout << summary_text(report) << std::flush;
  });
}

/// The reference's sweep would step the field instead of the kernel file.
void require_backend_for(const Configuration& configuration, BackendKind backend) {
  if (!configuration.kernel.file || backend != BackendKind::kokkos) return;
  throw InputError("kernel.file " + shown(configuration.kernel.file->path) +
                   " would not run: backend kokkos, which auto takes for a large grid without a "
                   "GPU, runs none of the kernels; use backend: emulator");
}

template <class T>
ExitCode run_as(MPI_Comm world, const Configuration& configuration, const RunOptions& options,
                const std::string& compiler) {
  const auto start = std::chrono::steady_clock::now();
  RunKernel kernel(world, configuration, compiler);
  std::optional<Assembly> assembly;
  collectively(world, [&] {
    assembly = assemble(configuration, kernel.used(), size_of(world), rank_of(world));
  });
  const Node node(world);
  const Machine machine = choose_machine(world, node.get(), configuration);
  collectively(world, [&] { require_backend_for(configuration, machine.backend.kind); });
  kernel.prepare_device(world, configuration, machine);
  assembly->configuration = with_tuned_launch(world, configuration, machine, options.store);
  assembly->launch = launch_of(assembly->configuration, kernel.used());

  RunReport report;
  report.plan = describe(world, *assembly, machine);
  if (rank_of(world) == 0) std::cout << opening_text(report.plan) << std::flush;
  const auto kokkos = start_kokkos(world, configuration, machine);
  const ReferenceSpace reference_space = reference_space_of(machine.backend.kind);
  collectively(world, [&] {
    require_device_memory(machine.backend.kind, memory_need(*assembly, machine.backend.kind));
  });
  const AxisTables tables = tables_everywhere(world, configuration);
  const std::vector<T> initial = initial_field<T>(world, *assembly, tables);
  std::optional<Simulation<T>> simulation;
  collectively(world, [&] { simulation.emplace(world, machine.backend.kind, *assembly, initial); });
  std::optional<Reference<T>> reference;
  if (configuration.check.reference == ReferenceKind::kokkos) {
    reference.emplace(world, assembly->decomposition, simulation->coefficients, initial,
                      reference_space);
  }

  report.sectors =
      count_sectors(world, node.get(), *assembly, machine.backend.kind, simulation->solver);
  report.profile =
      kernel_profile(world, *assembly, *simulation->backend, simulation->solver, report.sectors);
  // Last of what can fail before the first step: overwriting removes an earlier run's files.
  prepare_directory(world, configuration.output.directory,
                    options.overwrite ? EarlierRun::overwrite : EarlierRun::refuse,
                    planned_bytes(configuration));
  report.copy_bandwidth = Measured<double>::of(
      copy_bandwidth(world, *simulation->backend, simulation->solver, copy_clock_for(machine)));
  const bool passed = step_through(world, *assembly, tables, *simulation,
                                   reference ? &*reference : nullptr, report);
  // Ranks on one node's processors share its last cache.
  const int sharing = machine.backend.kind == BackendKind::cuda ? 1 : size_of(node.get());
  for (std::string& note :
       notes_on_figures(report, 2 * sharing * simulation->solver.bytes_a_field(),
                        simulation->backend->cache_bytes())) {
    report.warnings.push_back(std::move(note));
  }
  report.timing.total =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  publish(world, report);
  return passed ? ExitCode::good : ExitCode::check_failed;
}

}  // namespace

namespace {

/// What from_json() reads on every rank; a path that cannot be written there is refused here, once.
std::string to_text(const Configuration& configuration) {
  const std::string& directory = configuration.output.directory;
  try {
    std::string text = to_json(configuration).dump();
    from_json(nlohmann::ordered_json::parse(text));
    return text;
  } catch (const std::exception&) {
    throw InputError("output directory '" + printable(directory, 200) +
                     "' or the input's name holds bytes that are no printable UTF-8; rename it");
  }
}

/// What a launch needs of the catalogue's kernel or of the text of a file, before the file is
/// compiled.
void require_kernel(const Configuration& configuration) {
  if (configuration.kernel.file) {
    read_run_kernel(*configuration.kernel.file, configuration.grid.dimensions);
  } else {
    launch_of(configuration, catalogue_kernel(configuration));
  }
}

}  // namespace

Configuration read_everywhere(MPI_Comm world, const RunOptions& options) {
  return read_everywhere(world, options, require_kernel);
}

Configuration read_everywhere(MPI_Comm world, const RunOptions& options,
                              const SettingsCheck& check) {
  std::string text;
  collectively(world, [&] {
    if (rank_of(world) != 0) return;
    Configuration configuration = read_configuration(options.input, options.overrides, check);
    if (auto& file = configuration.kernel.file)
      file->hash = hash_of(read_run_kernel(*file, configuration.grid.dimensions).text);
    if (options.output) configuration.output.directory = *options.output;
    text = to_text(configuration);
  });
  Configuration configuration =
      from_json(nlohmann::ordered_json::parse(broadcast_text(world, 0, text)));
  configuration.source = options.input;
  return configuration;
}

ExitCode run(MPI_Comm world, const Configuration& configuration, const RunOptions& options,
             const std::string& compiler) {
  return with_element_type(configuration.precision, [&]<class T>() {
    return run_as<T>(world, configuration, options, compiler);
  });
}

}  // namespace ministencil
