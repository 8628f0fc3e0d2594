// SPDX-License-Identifier: Apache-2.0
#include "command/tune_command.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <iostream>

#include "command/heat_map.hpp"
#include "command/ranks.hpp"
#include "command/run.hpp"
#include "command/sweep_kernel.hpp"
#include "command/sweep_probe.hpp"
#include "command/tuned_launch.hpp"
#include "command/version.hpp"
#include "configuration/source_text.hpp"
#include "output/directory.hpp"
#include "output/names.hpp"
#include "output/text_file.hpp"
#include "parallel/agreement.hpp"
#include "tuning/tuning_files.hpp"
#include "tuning/tuning_text.hpp"

namespace ministencil {

namespace {

namespace fs = std::filesystem;

/// A sweep that is to be published, and whether every launch did what it has to.
struct Outcome {
  Tuning tuning;
  bool passed = true;
  std::string not_stored{};  // why the best launch could not be kept; empty if it was, or none is
};

void require_one_rank(MPI_Comm world) {
  collectively(world, [&] {
    if (size_of(world) == 1) return;
    throw InputError(fmt::format(
        "tune runs on one rank, but mpirun started {}: a block is timed on one GPU; start it "
        "without mpirun or with -n 1",
        size_of(world)));
  });
}

Tuning begin_tuning(const std::string& device, const std::string& backend) {
  Tuning tuning;
  tuning.program = program_version();
  tuning.commit = program_commit();
  tuning.date = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  tuning.host = host_name();
  tuning.device = device;
  tuning.backend = backend;
  return tuning;
}

/// The settings of a kernel's sweep: what would name a launch or ranks is left out.
Configuration read_for_sweep(MPI_Comm world, const TuneOptions& options) {
  RunOptions run;
  run.input = options.input;
  run.overrides = options.overrides;
  Configuration configuration = read_everywhere(world, run, [](const Configuration& c) {
    if (c.kernel.file) {
      throw InputError("kernel.file " + shown(c.kernel.file->path) +
                       ": tune sweeps kernels that are built in; try blocks of a file with "
                       "ministencil lab --block, or put it into kernels/ and build, and name it by "
                       "kernel.name");
    }
    const Kernel& kernel = find_kernel(c.kernel.name, c.grid.dimensions);
    if (kernel.description.takes(c.order, c.precision)) return;
    throw InputError(not_taken(kernel, c.order, c.precision));
  });
  configuration.kernel.launch = LaunchSource::settings;
  configuration.kernel.block.reset();
  configuration.kernel.chunk.reset();
  configuration.kernel.block_from.clear();
  configuration.decomposition.reset();
  configuration.output.directory =
      options.output ? *options.output : configuration.output.directory + "/tune";
  return configuration;
}

RankedBy measure_on(const Machine& machine, const Configuration& configuration) {
  if (machine.backend.kind == BackendKind::cuda) return RankedBy::seconds;
  if (machine.backend.kind == BackendKind::kokkos) {
    throw InputError("backend: kokkos runs none of the kernels, so it has no blocks to tune (" +
                     machine.backend.reason +
                     "); use a GPU, or a smaller grid with backend: emulator");
  }
  if (configuration.sectors == SectorSource::none) {
    throw InputError(
        "sectors.count: none leaves the emulator nothing to rank blocks by; remove it, or tune on "
        "a "
        "GPU");
  }
  return RankedBy::sectors;
}

void prepare_output(MPI_Comm world, const fs::path& directory, bool overwrite) {
  constexpr Index planned = 1 << 20;
  prepare_directory(world, directory, overwrite ? EarlierRun::overwrite : EarlierRun::refuse,
                    planned, OutputOf::sweep);
}

std::string other_hash_text(const Trial& trial) {
  return fmt::format(
      "FAILED: {} gives another field than the first launch; run its kernel with check.every: 1 to "
      "find the step. Nothing is stored",
      text_of(trial.launch));
}

/// Keeps the best launch for `kernel.block: tuned`. Where that fails, the sweep's own files shall
/// still be written.
void store_best(Outcome& outcome, const fs::path& store) {
  Tuning& tuning = outcome.tuning;
  const BlockSweep& sweep = tuning.sweeps.front();
  const std::vector<std::size_t> order = ranking(sweep, tuning.measure);
  if (order.empty()) return;
  const LaunchCandidate& best = sweep.trials[order.front()].launch;
  try {
    remember(store, {.tuned_for = *tuning.tuned_for,
                     .block = best.block,
                     .chunk = best.chunk,
                     .measure = tuning.measure,
                     .points = tuning.input->grid.points,
                     .date = tuning.date,
                     .program = tuning.program});
  } catch (const FileError& error) {
    outcome.not_stored = error.what();
    tuning.notes.push_back("FAILED: the best launch is not stored: " + outcome.not_stored);
    return;
  }
  tuning.stored_in = store.string();
  tuning.notes.push_back(fmt::format("stored in {}: kernel: {{block: tuned}} uses {} for {}",
                                     tuning.stored_in, text_of(best), text_of(*tuning.tuned_for)));
}

Outcome tune_kernel(MPI_Comm world, const TuneOptions& options) {
  const Configuration configuration = read_for_sweep(world, options);
  const Node node(world);
  const Machine machine = choose_machine(world, node.get(), configuration);
  Outcome outcome{.tuning = begin_tuning(machine.device, machine.description)};
  Tuning& tuning = outcome.tuning;
  std::vector<LaunchCandidate> all;
  collectively(world, [&] {
    const fs::path& store = require_store(options.store);
    read_store(store);  // one that is damaged or cannot be written is refused before the work
    require_writable(store);
    tuning.measure = measure_on(machine, configuration);
    const GridSettings& grid = configuration.grid;
    all = candidates(find_kernel(configuration.kernel.name, grid.dimensions), options.space,
                     grid.dimensions == 2 ? grid.points.y : grid.points.z,
                     bytes_of(configuration.precision), configuration.order);
  });
  prepare_output(world, configuration.output.directory, options.overwrite);
  tuning.how = how_a_kernel_is_swept(tuning.measure);
  tuning.input = configuration;
  tuning.tuned_for = tuned_for(configuration, machine);
  tuning.sweeps.push_back(sweep_kernel(world, configuration, machine, all));
  tuning.notes = notes_on_sweep(tuning.sweeps.front(), configuration, machine);
  if (const Trial* other = first_of_other_hash(tuning.sweeps.front())) {
    outcome.passed = false;
    tuning.notes.push_back(other_hash_text(*other));
  } else {
    store_best(outcome, *options.store);
  }
  return outcome;
}

/// What a probe is held against, measured in the same call.
std::vector<Probe> probes_beside(Probe probe) {
  if (probe == Probe::texture_read) return {probe, Probe::global_read};
  return {probe};
}

std::string probe_directory(const TuneOptions& options) {
  return options.output ? *options.output : "results/tune_" + std::string(name_of(*options.probe));
}

Outcome tune_probe(MPI_Comm world, const TuneOptions& options) {
  std::string device;
  collectively(world, [&] { device = use_gpu_for(*options.probe); });
  prepare_output(world, probe_directory(options), options.overwrite);
  Outcome outcome{.tuning = begin_tuning(device, "cuda (" + device + ")")};
  Tuning& tuning = outcome.tuning;
  tuning.how = how_a_probe_is_swept();
  tuning.probe = options.probe;
  tuning.points = options.points;
  for (const Probe probe : probes_beside(*options.probe)) {
    ProbeSweep found = sweep_probe(probe, options.points, probe_candidates(options.space));
    tuning.sweeps.push_back(std::move(found.sweep));
    if (found.wrong_texels == 0) continue;
    outcome.passed = false;
    tuning.notes.push_back(fmt::format(
        "FAILED: {} left {} texels other than they have to be; run it under compute-sanitizer",
        name_of(probe), found.wrong_texels));
  }
  return outcome;
}

/// Writes the tables, draws them where that is possible, and prints them.
void publish(MPI_Comm world, const fs::path& directory, const Tuning& tuning) {
  collectively(world, [&] {
    fs::remove(directory / tune_picture_name);  // of an earlier sweep
    write_text_atomically(directory / tune_csv_name, tuning_csv(tuning));
    write_text_atomically(directory / tune_json_name, tuning_json_text(tuning));
    std::cout << tuning_text(tuning) << "\nFiles in " << directory.string() << "\n  "
              << tune_csv_name << "\n  " << tune_json_name << "\n"
              << draw_heat_map(directory) << "\n"
              << std::flush;
  });
}

}  // namespace

ExitCode tune(MPI_Comm world, const TuneOptions& options) {
  require_one_rank(world);
  const Outcome outcome = options.probe ? tune_probe(world, options) : tune_kernel(world, options);
  const fs::path directory =
      options.probe ? probe_directory(options) : outcome.tuning.input->output.directory;
  publish(world, directory, outcome.tuning);
  collectively(world, [&] {
    if (!outcome.not_stored.empty()) throw FileError(outcome.not_stored);
  });
  return outcome.passed ? ExitCode::good : ExitCode::check_failed;
}

}  // namespace ministencil
