// SPDX-License-Identifier: Apache-2.0
#include "command/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>
#include <sstream>

#include "configuration/names.hpp"
#include "configuration/numbers.hpp"
#include "configuration/source_text.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "stencil/order.hpp"

namespace ministencil {

namespace {

constexpr std::array layout_names{Named{"packed", CountLayout::packed},
                                  Named{"application", CountLayout::application}};

constexpr std::array probe_names{
    Named{"copy", Probe::copy}, Named{"global_read", Probe::global_read},
    Named{"texture_read", Probe::texture_read}, Named{"surface_fill", Probe::surface_fill}};

[[noreturn]] void refuse(const std::string& problem) {
  throw InputError("command line: " + problem + "; see ministencil --help");
}

/// The option that is being read, and its values. The library's own conversions take 010 for 8.
struct Words {
  std::string option;
  std::vector<std::string> values;

  Index integer(std::size_t i, Index most) const {
    const auto parsed = parse_integer(values.at(i), 1, most);
    if (const auto* why = std::get_if<NotANumber>(&parsed)) refuse(option + ": " + why->why);
    return std::get<Index>(parsed);
  }
  Index integer(std::size_t i = 0) const { return integer(i, std::numeric_limits<Index>::max()); }
  double positive_number() const {
    const auto parsed = parse_number(values.at(0));
    if (const auto* why = std::get_if<NotANumber>(&parsed)) refuse(option + ": " + why->why);
    const double number = std::get<double>(parsed);
    if (number <= 0) refuse(option + ": " + shown(values.at(0)) + " has to be above 0");
    return number;
  }
  int small_integer(std::size_t i) const {
    return static_cast<int>(integer(i, std::numeric_limits<int>::max()));
  }

  template <class T, std::size_t n>
  T choice(const std::array<Named<T>, n>& table) const {
    std::vector<std::string> names;
    for (const Named<T>& entry : table) {
      if (entry.name == values.at(0)) return entry.value;
      names.emplace_back(entry.name);
    }
    refuse(option + ": " + shown(values.at(0)) + " is unknown" + suggestion(values.at(0), names) +
           ": it must be one of " + joined(names));
  }
};

Index3 to_points(const Words& words) {
  const Index3 points{words.integer(0), words.integer(1),
                      words.values.size() > 2 ? words.integer(2) : 1};
  Index plane = 0, all = 0;
  if (__builtin_mul_overflow(points.x, points.y, &plane) ||
      __builtin_mul_overflow(plane, points.z, &all)) {
    refuse("--points: too many points: their number must be below 2^63; use a smaller grid");
  }
  return points;
}

int to_order(const Words& words) {
  const int order = words.small_integer(0);
  if (is_order(order)) return order;
  refuse("--order: " + shown(words.values.at(0)) + " is no order: it must be 2, 4, 6 or 8");
}

KernelArgument to_argument(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals != text.npos && equals > 0 && equals + 1 < text.size()) {
    return {text.substr(0, equals), text.substr(equals + 1)};
  }
  refuse("--argument: " + shown(text) + " is no NAME=VALUE; write for example --argument steps=4");
}

int to_dimensions(const Words& words) {
  const auto dimensions = static_cast<int>(words.integer(0, 3));
  if (dimensions != 1) return dimensions;
  refuse("--dimensions: there are kernels for grids of 2 and of 3");
}

/// Adds an option without a value; --name=VALUE is refused.
CLI::Option* add_flag(CLI::App& app, const std::string& name, const std::string& help,
                      const std::function<void()>& set) {
  return app.add_flag_callback(name, set, help)->disable_flag_override();
}

/// Adds an option of `count` values to `app`; `store` receives them. An empty value is a mistake of
/// a script, and values never start with a bracket that the library would take for a list.
CLI::Option* add(CLI::App& app, const std::string& name, int count, const std::string& type,
                 const std::string& help, const std::function<void(const Words&)>& store) {
  const auto keep = [name, store](const CLI::results_t& values) {
    for (const std::string& value : values) {
      if (value.empty()) refuse(name + ": the value is empty");
    }
    store({name, values});
    return true;
  };
  return app.add_option(name, keep, help)
      ->type_size(1)
      ->expected(count)
      ->type_name(type)
      ->allow_extra_args(false);
}

std::vector<std::string> to_names(const Words& words) {
  std::vector<std::string> names;
  std::istringstream list(words.values.at(0));
  for (std::string name; std::getline(list, name, ',');) names.push_back(name);
  const bool has_empty = words.values.at(0).back() == ',' || std::ranges::count(names, "") > 0;
  if (has_empty) refuse(words.option + ": a name is empty: separate names by single commas");
  for (const std::string& name : names) {
    if (std::ranges::count(names, name) == 1) continue;
    refuse(words.option + ": " + shown(name) + " is named twice: name it once");
  }
  return names;
}

/// What a run, a comparison and a sweep have in common. Returns the option --set.
template <class Options>
CLI::Option* add_input_options(CLI::App& app, Options& options) {
  add(app, "INPUT", 1, "", "YAML input file; docs/input.md describes it",
      [&options](const Words& words) { options.input = words.values.at(0); });
  add(app, "--store", 1, "FILE", "Tuned launches; default: ministencil/tuned.json in ~/.cache",
      [&options](const Words& words) { options.store = words.values.at(0); });
  return app
      .add_option("--set", options.overrides, "Replace a setting, e.g. time.steps=10; repeatable")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

/// What a run and a comparison have in common.
void add_job_options(CLI::App& app, RunOptions& run) {
  add_input_options(app, run);
  add(app, "--output", 1, "DIR", "Directory for results, instead of output.directory",
      [&run](const Words& words) { run.output = words.values.at(0); });
  add_flag(app, "--overwrite", "Replace earlier results of the same command",
           [&run] { run.overwrite = true; });
}

void add_run_options(CLI::App& app, RunOptions& run) {
  add_job_options(app, run);
  CLI::Option* dry_run =
      add_flag(app, "--dry-run", "Print decomposition, memory and sizes; run nothing",
               [&run] { run.dry_run = true; });
  add(app, "--gpu", 1, "NAME", "With --dry-run: the GPU whose memory is compared",
      [&run](const Words& words) { run.gpu = words.values.at(0); })
      ->needs(dry_run);
}

void add_block(CLI::App& app, std::optional<BlockShape>& block,
               const std::string& help = "Threads of a block; default: the kernel's") {
  add(app, "--block", 2, "BX BY [BZ]", help, [&block](const Words& words) {
    const int z = words.values.size() > 2 ? words.small_integer(2) : 1;
    block = BlockShape{words.small_integer(0), words.small_integer(1), z};
  })->expected(2, 3);
}

CLI::Option* add_chunk(CLI::App& app, std::optional<Index>& chunk) {
  return add(app, "--chunk", 1, "C",
             "The most planes, or rows, a block walks; default: the kernel's",
             [&chunk](const Words& words) { chunk = words.integer(); });
}

void add_precision_and_order(CLI::App& app, Precision& precision, int& order) {
  add(app, "--precision", 1, "P", "float32 (default) or float64",
      [&precision](const Words& words) { precision = words.choice(precision_names); });
  add(app, "--order", 1, "N", "Order in space: 2 (default), 4, 6 or 8",
      [&order](const Words& words) { order = to_order(words); });
}

void add_count_launch(CLI::App& app, CountOptions& count) {
  add_block(app, count.block);
  CLI::Option* chunk = add_chunk(app, count.chunk);
  add(app, "--chunks", 1, "N", "Blocks along z (2D: y), instead of --chunk",
      [&count](const Words& words) { count.chunks = words.integer(); })
      ->excludes(chunk);
  add(app, "--launches", 1, "L", "Launches to sum over; default: 1",
      [&count](const Words& words) { count.launches = words.integer(); });
}

void add_count_options(CLI::App& app, CountOptions& count) {
  add(app, "--kernel", 1, "K", "Kernel; --list-kernels names them", [&count](const Words& words) {
    count.kernel = words.values.at(0);
  })->required();
  add(app, "--points", 2, "NX NY [NZ]", "Points of the grid, borders included",
      [&count](const Words& words) {
        count.points = to_points(words);
        count.dimensions = static_cast<int>(words.values.size());
      })
      ->expected(2, 3)
      ->required();
  add_count_launch(app, count);
  add_precision_and_order(app, count.precision, count.order);
  add(app, "--layout", 1, "LAYOUT", "packed (default) or application",
      [&count](const Words& words) { count.layout = words.choice(layout_names); });
  CLI::Option* sampled = add_flag(app, "--sampled", "Count a few blocks of each class (default)",
                                  [&count] { count.method = CountMethod::sampled; });
  add_flag(app, "--full", "Count every block", [&count] {
    count.method = CountMethod::full;
  })->excludes(sampled);
  add_flag(app, "--json", "Print JSON", [&count] { count.json = true; });
}

void add_lab_options(CLI::App& app, LabOptions& lab) {
  add(app, "FILE", 1, "", "CUDA C++ file with one kernel, plain or a variant (kernels/README.md)",
      [&lab](const Words& words) { lab.file = words.values.at(0); })
      ->required();
  add(app, "--dimensions", 1, "D", "2 or 3: of a plain kernel; default: as its text says",
      [&lab](const Words& words) { lab.dimensions = to_dimensions(words); });
  add_block(app, lab.block, "Threads of a block; default: 32 16, in 2D 32 8, or the variant's");
  add(app, "--chunks", 1, "N", "Blocks along z (y in 2D) that walk; default: a thread a point",
      [&lab](const Words& words) { lab.chunks = words.integer(0, 65535); });
  app.add_option_function<std::vector<std::string>>(
         "--argument",
         [&lab](const std::vector<std::string>& values) {
           for (const std::string& value : values) lab.arguments.push_back(to_argument(value));
         },
         "A number that a plain kernel takes after N; repeatable")
      ->type_name("NAME=VALUE")
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  add(app, "--points", 1, "N", "A side of the counted grid; default: 256, in 2D 4096",
      [&lab](const Words& words) { lab.points = words.integer(0, 1 << 14); });
  add(app, "--gate", 1, "SECTORS", "Fail above so many sectors in all launches, e.g. 660e6",
      [&lab](const Words& words) { lab.gate = words.positive_number(); });
  add(app, "--launches", 1, "L", "Launches to sum over; default: 1",
      [&lab](const Words& words) { lab.launches = words.integer(0, 1'000'000'000); });
  add(app, "--time-limit", 1, "SECONDS",
      "The most that a launch may take; default: 20, and 6 more a million points",
      [&lab](const Words& words) { lab.seconds = static_cast<int>(words.integer(0, 86400)); });
  add_flag(app, "--json", "Print JSON", [&lab] { lab.json = true; });
}

/// "4,8,16", each from 1 to `most`.
template <class T>
std::vector<T> to_list(const Words& words, T most) {
  std::vector<T> numbers;
  std::istringstream items(words.values.at(0) + ",");
  for (std::string item; std::getline(items, item, ',');) {
    numbers.push_back(static_cast<T>(Words{words.option, {item}}.integer(0, most)));
  }
  return numbers;
}

void add_launch_space(CLI::App& app, TuneOptions& tune) {
  constexpr int most_threads = 65535;  // wider ones are no use, and listed as impossible from 1024
  add(app, "--widths", 1, "A,B,…", "Threads along x to try; default: 4 to 64 and the kernel's",
      [&tune](const Words& words) { tune.space.widths = to_list(words, most_threads); });
  add(app, "--heights", 1, "A,B,…", "Threads along y to try; default: 4 to 64 and the kernel's",
      [&tune](const Words& words) { tune.space.heights = to_list(words, most_threads); });
  add(app, "--chunks", 1, "A,B,…", "Chunks to try; default: 4 to 64 and the kernel's",
      [&tune](const Words& words) {
        tune.space.chunks = to_list(words, std::numeric_limits<Index>::max());
      });
}

void add_tune_options(CLI::App& app, TuneOptions& tune) {
  CLI::Option* set = add_input_options(app, tune);
  add_launch_space(app, tune);
  CLI::Option* probe = add(app, "--probe", 1, "P",
                           "Instead of INPUT: copy, global_read, texture_read or surface_fill",
                           [&tune](const Words& words) { tune.probe = words.choice(probe_names); });
  probe->excludes("INPUT")->excludes("--store")->excludes("--chunks")->excludes(set);
  add(app, "--points", 1, "N", "With --probe: texels along both axes; default: 4096",
      [&tune](const Words& words) { tune.points = words.integer(0, most_probe_points); })
      ->needs(probe);
  add(app, "--output", 1, "DIR", "Directory for results; default: tune in the input's",
      [&tune](const Words& words) { tune.output = words.values.at(0); });
  add_flag(app, "--overwrite", "Replace the results of an earlier sweep",
           [&tune] { tune.overwrite = true; });
}

void add_intensity_options(CLI::App& app, IntensityOptions& intensity) {
  add(app, "--kernel", 1, "K", "Kernel; default: every one",
      [&intensity](const Words& words) { intensity.kernel = words.values.at(0); });
  add(app, "--dimensions", 1, "D", "Of the grids: 3 (default) or 2",
      [&intensity](const Words& words) { intensity.dimensions = to_dimensions(words); });
  add_block(app, intensity.block);
  add_chunk(app, intensity.chunk);
  add_precision_and_order(app, intensity.precision, intensity.order);
  add_flag(app, "--json", "Print JSON", [&intensity] { intensity.json = true; });
}

void add_compare_options(CLI::App& app, CompareOptions& compare) {
  add_job_options(app, compare.run);
  add(app, "--kernels", 1, "A,B", "Kernels to compare; default: every one that takes the input",
      [&compare](const Words& words) { compare.kernels = to_names(words); });
  add(app, "--steps", 1, "N", "Steps of each; default: the input's, at most 22",
      [&compare](const Words& words) { compare.steps = words.integer(); });
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    if (!option->get_lnames().empty()) names.push_back("--" + option->get_lnames().front());
  }
  return names;
}

/// What was left over: a misspelt option or a second input.
[[noreturn]] void refuse_extras(const CLI::App& app) {
  const std::vector<std::string> extras = app.remaining(true);
  const std::string extra = extras.empty() ? "" : extras.front();
  const bool is_run = app.get_subcommands().empty();
  const CLI::App& command = is_run ? app : *app.get_subcommands().front();
  const std::string word = extra.substr(0, extra.find('='));
  refuse(shown(extra) + " is not expected here" + suggestion(word, option_names(command)));
}

/// Everything on the command line, before it is known what it asks for.
struct Arguments {
  RunOptions run;
  CountOptions count;
  LabOptions lab;
  IntensityOptions intensity;
  CompareOptions compare;
  TuneOptions tune;
  bool list_kernels = false, version = false;
};

constexpr const char* no_input = "no input: give a YAML file, e.g. inputs/cube64.yaml";

Command chosen_subcommand(const std::string& name, const Arguments& arguments) {
  const bool takes_input = name == "compare" || name == "tune";
  if (arguments.run != RunOptions{}) {
    refuse(name + (takes_input ? " takes its input and options after its name"
                               : " takes no input and no options of a run"));
  }
  if (name == "opb") return arguments.intensity;
  if (name == "count") return arguments.count;
  if (name == "lab") return arguments.lab;
  if (name == "compare") {
    if (arguments.compare.run.input.empty()) refuse(no_input);
    return arguments.compare;
  }
  if (arguments.tune.input.empty() && !arguments.tune.probe) {
    refuse("tune: no input: give a YAML file, or --probe");
  }
  return arguments.tune;
}

Command chosen(const CLI::App& app, const Arguments& arguments) {
  if (arguments.version) return ShowVersion{};
  if (arguments.list_kernels) return ListKernels{};
  if (!app.get_subcommands().empty()) {
    return chosen_subcommand(app.get_subcommands().front()->get_name(), arguments);
  }
  if (arguments.run.input.empty()) refuse(no_input);
  return arguments.run;
}

}  // namespace

namespace {

/// CLI11 would take the next argument as the value of "--output=".
void refuse_empty_values(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (!argument.starts_with("--") || argument.find('=') != argument.size() - 1) continue;
    std::string message = argument;
    message += " has an empty value; give one after the '='";
    refuse(message);
  }
}

}  // namespace

Command parse_command_line(int argc, const char* const* argv) {
  refuse_empty_values(argc, argv);
  Arguments arguments;
  CLI::App app(
      "Solves the heat equation on a 2D or 3D grid over MPI ranks and GPUs, checks every bit of "
      "it and counts its memory sectors.",
      "ministencil");
  add_run_options(app, arguments.run);
  add_flag(app, "--list-kernels", "List the kernels and exit",
           [&] { arguments.list_kernels = true; });
  add_flag(app, "--version", "Print the versions of everything and exit",
           [&] { arguments.version = true; });
  CLI::App* count =
      app.add_subcommand("count", "Count sectors and bank conflicts of a kernel without a GPU");
  add_count_options(*count, arguments.count);
  add_lab_options(*app.add_subcommand("lab", "Verify, count and explain a kernel of your own"),
                  arguments.lab);
  CLI::App* tune = app.add_subcommand(
      "tune", "Sweep the block sizes of an input's kernel, or of a probe of the GPU's memory");
  add_tune_options(*tune, arguments.tune);
  add_intensity_options(
      *app.add_subcommand("opb", "Operations per byte that a kernel loads, without a GPU"),
      arguments.intensity);
  add_compare_options(
      *app.add_subcommand("compare", "Run kernels on the same input: bits, time, sectors"),
      arguments.compare);
  app.require_subcommand(0, 1);
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return HelpText{app.help()};
  } catch (const CLI::ExtrasError&) {
    refuse_extras(app);
  } catch (const CLI::ParseError& error) {
    refuse(printable(error.what(), 300));
  }
  return chosen(app, arguments);
}

}  // namespace ministencil
