// SPDX-License-Identifier: Apache-2.0
#include "command/options_common.hpp"

namespace ministencil {

void add_run_options(CLI::App& app, RunOptions& run) {
  add_job_options(app, run);
  CLI::Option* dry_run =
      add_flag(app, "--dry-run", "Print decomposition, memory and sizes; run nothing",
               [&run] { run.dry_run = true; });
  add(app, "--gpu", 1, "NAME", "With --dry-run: the GPU whose memory is compared",
      [&run](const Words& words) { run.gpu = words.values.at(0); })
      ->needs(dry_run);
}

}  // namespace ministencil
