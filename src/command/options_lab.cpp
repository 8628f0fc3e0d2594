// SPDX-License-Identifier: Apache-2.0
#include "command/options_common.hpp"

namespace ministencil {

namespace {

constexpr std::array lab_backend_names{Named{"auto", BackendKind::automatic},
                                       Named{"emulator", BackendKind::emulator},
                                       Named{"cuda", BackendKind::cuda}};

KernelArgument to_argument(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals != text.npos && equals > 0 && equals + 1 < text.size()) {
    return {text.substr(0, equals), text.substr(equals + 1)};
  }
  refuse_usage("--argument: " + shown(text) +
               " is no NAME=VALUE; write for example --argument steps=4");
}

}  // namespace

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
  add(app, "--backend", 1, "B", "auto (default): on a GPU, too, if there is one; emulator; cuda",
      [&lab](const Words& words) { lab.backend = words.choice(lab_backend_names); });
  add(app, "--time-limit", 1, "SECONDS",
      "The most that an emulated launch may take; default: 20, and 6 more a million points",
      [&lab](const Words& words) { lab.seconds = static_cast<int>(words.integer(0, 86400)); });
  add_flag(app, "--json", "Print JSON", [&lab] { lab.json = true; });
}

}  // namespace ministencil
