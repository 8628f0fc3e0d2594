// SPDX-License-Identifier: Apache-2.0
#include "command/options.hpp"

#include "command/options_common.hpp"

namespace ministencil {

namespace {

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
  refuse_usage(shown(extra) + " is not expected here" + suggestion(word, option_names(command)));
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
    refuse_usage(name + (takes_input ? " takes its input and options after its name"
                                     : " takes no input and no options of a run"));
  }
  if (name == "opb") return arguments.intensity;
  if (name == "count") return arguments.count;
  if (name == "lab") return arguments.lab;
  if (name == "compare") {
    if (arguments.compare.run.input.empty()) refuse_usage(no_input);
    return arguments.compare;
  }
  if (arguments.tune.input.empty() && !arguments.tune.probe) {
    refuse_usage("tune: no input: give a YAML file, or --probe");
  }
  return arguments.tune;
}

Command chosen(const CLI::App& app, const Arguments& arguments) {
  if (arguments.version) return ShowVersion{};
  if (arguments.list_kernels) return ListKernels{};
  if (!app.get_subcommands().empty()) {
    return chosen_subcommand(app.get_subcommands().front()->get_name(), arguments);
  }
  if (arguments.run.input.empty()) refuse_usage(no_input);
  return arguments.run;
}

/// CLI11 would take the next argument as the value of "--output=".
void refuse_empty_values(int argc, const char* const* argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (!argument.starts_with("--") || argument.find('=') != argument.size() - 1) continue;
    std::string message = argument;
    message += " has an empty value; give one after the '='";
    refuse_usage(message);
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
    refuse_usage(printable(error.what(), 300));
  }
  return chosen(app, arguments);
}

}  // namespace ministencil
