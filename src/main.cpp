// SPDX-License-Identifier: Apache-2.0
/// The program: from the command line to an exit code that is the same on every rank.
#include <mpi.h>

#include <csignal>
#include <cstdlib>
#include <functional>
#include <iostream>
#include <string_view>
#include <variant>

#include "command/compare.hpp"
#include "command/count_command.hpp"
#include "command/dry_run.hpp"
#include "command/guard.hpp"
#include "command/intensity_command.hpp"
#include "command/lab_command.hpp"
#include "command/lab_process.hpp"
#include "command/list_kernels.hpp"
#include "command/options.hpp"
#include "command/run.hpp"
#include "command/run_kernel.hpp"
#include "command/tune_command.hpp"
#include "command/tuned_launch.hpp"
#include "command/version.hpp"
#include "parallel/agreement.hpp"

namespace ministencil {

namespace {

void print_on_first(const std::string& text) {
  if (rank_of(MPI_COMM_WORLD) == 0) std::cout << text << std::flush;
}

/// Something that one rank does and all wait for; its failure is everybody's.
void print_from_first(const std::function<std::string()>& text) {
  collectively(MPI_COMM_WORLD, [&] {
    if (rank_of(MPI_COMM_WORLD) == 0) std::cout << text() << std::flush;
  });
}

/// The compiler for kernel files that the environment asks for; empty: the one of this program.
std::string preferred_compiler() {
  const char* const preferred = std::getenv("CXX");
  return preferred ? preferred : "";
}

ExitCode lab_on_first(const LabOptions& options) {
  int passed = 1;
  print_from_first([&] {
    const LabResult result =
        lab(options, choose_host_compiler(preferred_compiler(), program_folder()));
    passed = result.passed;
    return result.text;
  });
  MPI_Bcast(&passed, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return passed ? ExitCode::good : ExitCode::check_failed;
}

ExitCode dry_run(const Configuration& configuration, const RunOptions& options) {
  const RunKernel kernel(MPI_COMM_WORLD, configuration, preferred_compiler());
  print_from_first([&] {
    return dry_run_text(configuration, kernel.used(), size_of(MPI_COMM_WORLD),
                        options.gpu ? std::vector{find_gpu(*options.gpu)} : gpu_models());
  });
  return ExitCode::good;
}

/// The same options with the place of tuned launches that the environment knows, unless they name
/// one.
template <class Options>
Options with_store(Options options) {
  if (!options.store) {
    options.store = default_store(std::getenv("XDG_CACHE_HOME"), std::getenv("HOME"));
  }
  return options;
}

struct Execute {
  ExitCode operator()(const RunOptions& options) const {
    const Configuration configuration = read_everywhere(MPI_COMM_WORLD, options);
    if (options.dry_run) return dry_run(configuration, options);
    return run(MPI_COMM_WORLD, configuration, with_store(options), preferred_compiler());
  }
  ExitCode operator()(const TuneOptions& options) const {
    return tune(MPI_COMM_WORLD, with_store(options));
  }
  ExitCode operator()(const CompareOptions& options) const {
    CompareOptions with_place = options;
    with_place.run = with_store(options.run);
    return compare(MPI_COMM_WORLD, read_everywhere(MPI_COMM_WORLD, options.run), with_place);
  }
  ExitCode operator()(const CountOptions& options) const {
    print_from_first([&] { return count_text(options); });
    return ExitCode::good;
  }
  ExitCode operator()(const LabOptions& options) const { return lab_on_first(options); }
  ExitCode operator()(const IntensityOptions& options) const {
    print_from_first([&] { return intensity_text(options); });
    return ExitCode::good;
  }
  ExitCode operator()(const ListKernels&) const {
    print_on_first(kernel_list_text());
    return ExitCode::good;
  }
  ExitCode operator()(const ShowVersion&) const {
    print_on_first(version_text());
    return ExitCode::good;
  }
  ExitCode operator()(const HelpText& help) const {
    print_on_first(help.text);
    return ExitCode::good;
  }
};

ExitCode execute(int argc, char** argv) {
  Command command;
  collectively(MPI_COMM_WORLD, [&] { command = parse_command_line(argc, argv); });
  const ExitCode code = std::visit(Execute{}, command);
  collectively(MPI_COMM_WORLD, [] {
    if (std::cout.flush()) return;
    throw FileError(
        "standard output cannot be written: it is closed or its disk is full; send it "
        "elsewhere");
  });
  return code;
}

}  // namespace

}  // namespace ministencil

int main(int argc, char** argv) {
  if (argc == 3 && std::string_view(argv[1]) == ministencil::lab_process_word) {
    return ministencil::lab_process_main(argv[2]);
  }
  std::signal(SIGXFSZ, SIG_IGN);  // a file-size limit shall be an error of the write, not a death
  MPI_Init(&argc, &argv);
  const int code = ministencil::guarded([&] { return ministencil::execute(argc, argv); });
  MPI_Finalize();
  return code;
}
