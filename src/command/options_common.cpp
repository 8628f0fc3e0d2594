// SPDX-License-Identifier: Apache-2.0
#include "command/options_common.hpp"

#include "configuration/numbers.hpp"
#include "core/error.hpp"
#include "stencil/order.hpp"

namespace ministencil {

namespace {

int to_order(const Words& words) {
  const int order = words.small_integer(0);
  if (is_order(order)) return order;
  refuse_usage("--order: " + shown(words.values.at(0)) + " is no order: it must be 2, 4, 6 or 8");
}

}  // namespace

void refuse_usage(const std::string& problem) {
  throw InputError("command line: " + problem + "; see ministencil --help");
}

Index Words::integer(std::size_t i, Index most) const {
  const auto parsed = parse_integer(values.at(i), 1, most);
  if (const auto* why = std::get_if<NotANumber>(&parsed)) refuse_usage(option + ": " + why->why);
  return std::get<Index>(parsed);
}

double Words::positive_number() const {
  const auto parsed = parse_number(values.at(0));
  if (const auto* why = std::get_if<NotANumber>(&parsed)) refuse_usage(option + ": " + why->why);
  const double number = std::get<double>(parsed);
  if (number <= 0) refuse_usage(option + ": " + shown(values.at(0)) + " has to be above 0");
  return number;
}

int to_dimensions(const Words& words) {
  const auto dimensions = static_cast<int>(words.integer(0, 3));
  if (dimensions != 1) return dimensions;
  refuse_usage("--dimensions: there are kernels for grids of 2 and of 3");
}

CLI::Option* add_flag(CLI::App& app, const std::string& name, const std::string& help,
                      const std::function<void()>& set) {
  return app.add_flag_callback(name, set, help)->disable_flag_override();
}

CLI::Option* add(CLI::App& app, const std::string& name, int count, const std::string& type,
                 const std::string& help, const std::function<void(const Words&)>& store) {
  const auto keep = [name, store](const CLI::results_t& values) {
    for (const std::string& value : values) {
      if (value.empty()) refuse_usage(name + ": the value is empty");
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

void add_job_options(CLI::App& app, RunOptions& run) {
  add_input_options(app, run);
  add(app, "--output", 1, "DIR", "Directory for results, instead of output.directory",
      [&run](const Words& words) { run.output = words.values.at(0); });
  add_flag(app, "--overwrite", "Replace earlier results of the same command",
           [&run] { run.overwrite = true; });
}

void add_block(CLI::App& app, std::optional<BlockShape>& block, const std::string& help) {
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

}  // namespace ministencil
