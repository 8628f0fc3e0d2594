// SPDX-License-Identifier: Apache-2.0
/// The command line as plain data. Reads nothing but its arguments, prints nothing, exits never.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "configuration/configuration.hpp"
#include "core/box.hpp"
#include "core/precision.hpp"
#include "kernel_file/wrapper.hpp"
#include "probes/probes.hpp"
#include "sectors/count.hpp"
#include "stencil/description.hpp"
#include "tuning/candidates.hpp"

namespace ministencil {

/// ministencil INPUT
struct RunOptions {
  std::string input;
  std::vector<std::string> overrides;  // of --set, in order; configuration/read.hpp applies them
  std::optional<std::string> output;   // of --output: replaces output.directory
  bool overwrite = false;
  bool dry_run = false;
  std::optional<std::string> gpu;  // of --gpu: whose memory --dry-run holds the need against
  std::optional<std::filesystem::path> store;  // of --store: where tuned launches are looked up
  bool operator==(const RunOptions&) const = default;
};

enum class CountMethod { sampled, full };

/// ministencil count
struct CountOptions {
  std::string kernel;
  int dimensions = 3;
  Index3 points;                    // one along z on a 2D grid
  std::optional<BlockShape> block;  // none: the kernel's default
  std::optional<Index> chunk;       // the most planes a block walks; never beside `chunks`
  std::optional<Index> chunks;      // blocks along z, or y on a 2D grid
  Index launches = 1;
  Precision precision = Precision::float32;
  int order = 2;  // one that there is
  CountLayout layout = CountLayout::packed;
  CountMethod method = CountMethod::sampled;
  bool json = false;
  bool operator==(const CountOptions&) const = default;
};

/// ministencil lab
struct LabOptions {
  std::string file;
  std::optional<int> dimensions;    // of a plain kernel; none: as its text says
  std::optional<BlockShape> block;  // none: 32 x 16, in 2D 32 x 8, or the variant's default
  std::optional<Index> chunks;      // none: a thread a point, or the variant's default chunk
  std::vector<KernelArgument> arguments;
  std::optional<Index> points;  // a side of the counted grid; none: 256, in 2D 4096
  std::optional<double> gate;   // the most sectors that all launches may ask for
  Index launches = 1;
  std::optional<int> seconds;  // that a launch may take; none: by the size of its grid
  BackendKind backend = BackendKind::automatic;  // emulator; or cuda, a GPU beside it: automatic if
                                                 // there is one
  bool json = false;
  bool operator==(const LabOptions&) const = default;
};

/// ministencil tune INPUT, or tune --probe P
struct TuneOptions {
  std::string input;           // empty: a probe
  std::optional<Probe> probe;  // none: the input's kernel
  std::vector<std::string> overrides;
  LaunchSpace space;
  Index points = 4096;                // along an axis, of a probe
  std::optional<std::string> output;  // none: tune in output.directory, or results/tune_<probe>
  bool overwrite = false;
  std::optional<std::filesystem::path> store;  // none: the default, which main knows
  bool operator==(const TuneOptions&) const = default;
};

/// ministencil opb
struct IntensityOptions {
  int dimensions = 3;
  std::optional<std::string> kernel;  // none: every kernel
  std::optional<BlockShape> block;    // none: the kernel's default
  std::optional<Index> chunk;
  Precision precision = Precision::float32;
  int order = 2;  // one that there is
  bool json = false;
  bool operator==(const IntensityOptions&) const = default;
};

/// ministencil compare INPUT
struct CompareOptions {
  RunOptions run;                    // its input, overrides, output and overwrite
  std::vector<std::string> kernels;  // none: every kernel that takes the input
  std::optional<Index> steps;        // none: the input's, up to a limit
  bool operator==(const CompareOptions&) const = default;
};

struct ListKernels {
  bool operator==(const ListKernels&) const = default;
};
struct ShowVersion {
  bool operator==(const ShowVersion&) const = default;
};
/// What --help asked for: of the program, or of a subcommand.
struct HelpText {
  std::string text;
  bool operator==(const HelpText&) const = default;
};

using Command = std::variant<RunOptions, CountOptions, LabOptions, IntensityOptions, CompareOptions,
                             TuneOptions, ListKernels, ShowVersion, HelpText>;

/// Throws InputError for misuse, with the nearest option where one was misspelt.
Command parse_command_line(int argc, const char* const* argv);

}  // namespace ministencil
