// SPDX-License-Identifier: Apache-2.0
#include "command/tuned_launch.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "command/assembly.hpp"
#include "configuration/read.hpp"
#include "configuration/source_text.hpp"
#include "core/error.hpp"
#include "parallel/agreement.hpp"

namespace ministencil {

namespace {

namespace fs = std::filesystem;

bool given(const char* text) { return text && *text; }

/// The path where the input format can hold it, which is UTF-8 on one line.
std::string recorded(const fs::path& store) {
  const std::string& path = store.native();
  return is_utf8(path) && printable(path, path.size()) == path ? path : "a file";
}

/// Throws for a store that was written for another version of the kernel.
void require_launchable(const Configuration& configuration, const fs::path& store) {
  try {
    launch_of(configuration, catalogue_kernel(configuration));
  } catch (const InputError& error) {
    throw InputError(fmt::format("kernel.block: tuned: the launch in '{}' is out of date: {}",
                                 store.string(), error.what()));
  }
}

Configuration looked_up(Configuration configuration, const TunedFor& what, const fs::path& store) {
  const std::optional<TunedLaunch> found = find_tuned(read_store(store), what);
  if (!found) {
    throw InputError(fmt::format(
        "kernel.block: tuned: '{}' has no launch for {}; run ministencil tune {} there first, or "
        "give a block",
        store.string(), text_of(what), configuration.source));
  }
  configuration.kernel.launch = LaunchSource::settings;
  configuration.kernel.block = found->block;
  if (found->chunk > 0) configuration.kernel.chunk = found->chunk;
  configuration.kernel.block_from =
      fmt::format("tuned for {}, by {}, on {} with version {}, from {}", text_of(what),
                  name_of(found->measure), found->date, found->program, recorded(store));
  require_launchable(configuration, store);
  return configuration;
}

}  // namespace

std::optional<fs::path> default_store(const char* cache_home, const char* home) {
  const fs::path name = fs::path("ministencil") / "tuned.json";
  // The specification of these folders ignores relative ones.
  if (given(cache_home) && fs::path(cache_home).is_absolute()) return fs::path(cache_home) / name;
  if (given(home)) return fs::path(home) / ".cache" / name;
  return {};
}

const fs::path& require_store(const std::optional<fs::path>& store) {
  if (store) return *store;
  throw InputError(
      "tuned launches have no place: neither XDG_CACHE_HOME nor HOME is set; name a file with "
      "--store");
}

TunedFor tuned_for(const Configuration& configuration, const Machine& machine) {
  return {.kernel = configuration.kernel.name,
          .dimensions = configuration.grid.dimensions,
          .order = configuration.order,
          .precision = configuration.precision,
          .device = machine.model};
}

Configuration with_tuned_launch(MPI_Comm world, const Configuration& configuration,
                                const Machine& machine, const std::optional<fs::path>& store) {
  if (configuration.kernel.launch != LaunchSource::tuned) return configuration;
  std::string text;
  collectively(world, [&] {
    if (rank_of(world) != 0) return;
    const TunedFor what = tuned_for(configuration, machine);
    text = to_json(looked_up(configuration, what, require_store(store))).dump();
  });
  Configuration settled = from_json(nlohmann::ordered_json::parse(broadcast_text(world, 0, text)));
  settled.source = configuration.source;
  return settled;
}

}  // namespace ministencil
