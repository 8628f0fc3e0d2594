// SPDX-License-Identifier: Apache-2.0
/// Pieces that the options of several commands have in common, and where each command adds its own.
/// Only for the files options*.cpp: others see options.hpp, which knows no library.
#pragma once

#include <CLI/CLI.hpp>
#include <array>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "command/options.hpp"
#include "configuration/names.hpp"
#include "configuration/source_text.hpp"
#include "core/text.hpp"

namespace ministencil {

/// Throws InputError.
[[noreturn]] void refuse_usage(const std::string& problem);

/// The option that is being read, and its values. The library's own conversions take 010 for 8.
struct Words {
  std::string option;
  std::vector<std::string> values;

  Index integer(std::size_t i, Index most) const;
  Index integer(std::size_t i = 0) const { return integer(i, std::numeric_limits<Index>::max()); }
  double positive_number() const;
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
    refuse_usage(option + ": " + shown(values.at(0)) + " is unknown" +
                 suggestion(values.at(0), names) + ": it must be one of " + joined(names));
  }
};

/// 2 or 3.
int to_dimensions(const Words& words);

/// Adds an option without a value; --name=VALUE is refused.
CLI::Option* add_flag(CLI::App& app, const std::string& name, const std::string& help,
                      const std::function<void()>& set);

/// Adds an option of `count` values to `app`; `store` receives them. An empty value is a mistake of
/// a script, and values never start with a bracket that the library would take for a list.
CLI::Option* add(CLI::App& app, const std::string& name, int count, const std::string& type,
                 const std::string& help, const std::function<void(const Words&)>& store);

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
void add_job_options(CLI::App& app, RunOptions& run);

void add_block(CLI::App& app, std::optional<BlockShape>& block,
               const std::string& help = "Threads of a block; default: the kernel's");
CLI::Option* add_chunk(CLI::App& app, std::optional<Index>& chunk);
void add_precision_and_order(CLI::App& app, Precision& precision, int& order);

// The options of each command.
void add_run_options(CLI::App& app, RunOptions& run);
void add_count_options(CLI::App& app, CountOptions& count);
void add_lab_options(CLI::App& app, LabOptions& lab);
void add_tune_options(CLI::App& app, TuneOptions& tune);
void add_intensity_options(CLI::App& app, IntensityOptions& intensity);
void add_compare_options(CLI::App& app, CompareOptions& compare);

}  // namespace ministencil
