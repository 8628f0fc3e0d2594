// SPDX-License-Identifier: Apache-2.0
#include "command/dry_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <map>
#include <set>
#include <tuple>

#include "command/assembly.hpp"
#include "configuration/source_text.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "output/report_text.hpp"
#include "output/snapshot.hpp"
#include "output/table.hpp"
#include "sectors/rank_sectors.hpp"
#include "stencil/coefficients.hpp"

namespace ministencil {

namespace {

using Align = Table::Align;

/// In the largest unit of which there is at least one, GiB at most.
std::string bytes_text(Index bytes) {
  if (bytes < 1024) return fmt::format("{} B", bytes);
  const std::array units{"KiB", "MiB", "GiB"};
  double value = static_cast<double>(bytes) / 1024;
  std::size_t unit = 0;
  constexpr double rounds_up = 1023.995;  // is 1024.00 in two digits
  for (; value >= rounds_up && unit + 1 < units.size(); ++unit) value /= 1024;
  return fmt::format("{:.2f} {}", value, units[unit]);
}

/// Ranks whose boxes, halos and fixed faces look alike need the same: one stands for all.
struct RankClass {
  Assembly assembly;
  int ranks = 0;
};

using ClassKey = std::tuple<Index, Index, Index, HaloWidths, std::size_t>;

std::vector<RankClass> rank_classes(const Configuration& configuration, const UsedKernel& used,
                                    int ranks) {
  std::map<ClassKey, RankClass> classes;
  const Assembly first = assemble(configuration, used, ranks, 0);
  for (int rank = 0; rank < ranks; ++rank) {
    Assembly assembly = rank == 0 ? first : assemble(configuration, used, ranks, rank);
    const Index3 e = assembly.owned.extent();
    const ClassKey key{e.x, e.y, e.z, assembly.layout.halo, assembly.halo.messages.size()};
    auto [found, added] = classes.try_emplace(key, RankClass{std::move(assembly), 0});
    ++found->second.ranks;
  }
  std::vector<RankClass> list;
  for (auto& [key, entry] : classes) list.push_back(std::move(entry));
  return list;
}

/// Of a GPU that has one of `ranks` ranks.
Index most_device_memory(const Configuration& configuration, const UsedKernel& used, int ranks) {
  Index most = 0;
  for (const RankClass& c : rank_classes(configuration, used, ranks)) {
    most = std::max(most, memory_need(c.assembly, BackendKind::cuda).device());
  }
  return most;
}

std::string physics_text(const Configuration& c) {
  const double limit = stability_limit(c.grid.spacing, c.order);
  Table table({{""}, {""}});
  table.add({"grid",
             fmt::format("{} points, {}, order {}", extents_text(c.grid.points, c.grid.dimensions),
                         name_of(c.precision), c.order)});
  table.add({"steps", fmt::format("{} of {:.6g} s", c.time.steps, c.time.step)});
  table.add({"diffusion number",
             fmt::format("{:.6g}, {:.0f} % of the stability limit {:.6g}", c.time.diffusion_number,
                         100 * c.time.diffusion_number / limit, limit)});
  return table.text();
}

/// Rows of a table, alike ones of several ranks once, with how many ranks they are of in the first
/// column. The order is that in which they came.
class RankRows {
 public:
  using Cells = std::vector<std::string>;

  /// The rows of `ranks` ranks, without the first column.
  void add(int ranks, const std::vector<Cells>& rows) {
    const auto alike = std::ranges::find(groups_, rows, &Group::rows);
    if (alike == groups_.end())
      groups_.push_back({ranks, rows});
    else
      alike->ranks += ranks;
  }

  void add_to(Table& table) const {
    for (const auto& [ranks, rows] : groups_) {
      for (Cells cells : rows) {
        cells.insert(cells.begin(), std::to_string(ranks));
        table.add(std::move(cells));
      }
    }
  }

 private:
  struct Group {
    int ranks;
    std::vector<Cells> rows;
  };
  std::vector<Group> groups_;
};

std::string ranks_text(const std::vector<RankClass>& classes, const Configuration& c, int ranks) {
  const RankGrid grid = classes.front().assembly.decomposition.ranks();
  Table table({{"ranks", Align::right},
               {"points each"},
               {"fields", Align::right},
               {"reference", Align::right},
               {"other on host", Align::right},
               {"messages a step", Align::right},
               {"bytes a step", Align::right}});
  RankRows rows;
  for (const auto& [assembly, count] : classes) {
    const MemoryNeed need = memory_need(assembly, BackendKind::cuda);
    const Index sent = assembly.halo.points_sent() * bytes_of(c.precision);
    rows.add(count,
             {{extents_text(assembly.owned.extent(), c.grid.dimensions), bytes_text(need.fields),
               bytes_text(need.reference), bytes_text(need.staging + need.values),
               std::to_string(assembly.halo.messages.size()),
               with_prefix(static_cast<double>(sent), "B")}});
  }
  rows.add_to(table);
  return fmt::format("\nDecomposition: {} rank{} as {}\n", ranks, ranks == 1 ? "" : "s",
                     extents_text({grid[0], grid[1], grid[2]}, c.grid.dimensions)) +
         table.text();
}

/// Whether the grid fits on `gpus` of a kind, one rank each.
std::vector<std::string> fit_row(const Configuration& c, const UsedKernel& used,
                                 const GpuModel& gpu, int gpus) {
  const std::string name = fmt::format("{} x {}", gpus, gpu.name);
  try {
    Configuration automatic = c;
    automatic.decomposition.reset();
    const Index need = most_device_memory(automatic, used, gpus);
    return {name, bytes_text(need), bytes_text(gpu.usable_bytes),
            need <= gpu.usable_bytes ? "fits" : "too large"};
  } catch (const InputError&) {
    return {name, "", bytes_text(gpu.usable_bytes), "no decomposition"};
  }
}

/// Powers of two around the fewest GPUs that hold the grid.
std::set<int> interesting_counts(const Configuration& c, const GpuModel& gpu, int ranks) {
  const bool reference = c.check.reference == ReferenceKind::kokkos &&
                         reference_space_for_gpu() == ReferenceSpace::device;
  const Index all_fields = (reference ? 4 : 2) * c.grid.points.product() * bytes_of(c.precision);
  std::set<int> counts{ranks};
  int fewest = 1;
  // Beyond, every rank's share would have to be looked at for an answer that is no use.
  constexpr int most = 4096;
  while (fewest < most && all_fields / fewest > gpu.usable_bytes) fewest *= 2;
  counts.insert(fewest);
  if (fewest > 1) counts.insert(fewest / 2);
  return counts;
}

std::string fits_text(const Configuration& c, const UsedKernel& used, int ranks,
                      const std::vector<GpuModel>& gpus) {
  Table table({{"GPUs"}, {"each needs", Align::right}, {"has", Align::right}, {""}});
  for (const GpuModel& gpu : gpus) {
    for (const int count : interesting_counts(c, gpu, ranks))
      table.add(fit_row(c, used, gpu, count));
  }
  const bool reference = c.check.reference == ReferenceKind::kokkos;
  const char* where = !reference ? ""
                      : reference_space_for_gpu() == ReferenceSpace::device
                          ? ", with the reference's fields"
                          : "; the reference stays on the host";
  return fmt::format("\nMemory of GPUs, one rank on each{}\n", where) + table.text();
}

std::string sector_table(const std::vector<RankClass>& classes) {
  Table table({{"ranks", Align::right},
               {"phase"},
               {"points", Align::right},
               {"loads", Align::right},
               {"stores", Align::right},
               {"a point", Align::right},
               {"fewest", Align::right}});
  RankRows rows;
  for (const auto& [assembly, count] : classes) {
    const Partition partition = partition_of(assembly);
    const RankSectors sectors =
        count_rank(count_task_of(assembly), partition.interior, partition.shells);
    std::vector<RankRows::Cells> phases;
    const auto add = [&](const char* phase, const PhaseSectors& s) {
      if (s.points == 0) return;
      phases.push_back({phase, std::to_string(s.points), std::to_string(s.counted.loads),
                        std::to_string(s.counted.stores),
                        fmt::format("{:.3f}", static_cast<double>(s.counted.sectors()) /
                                                  static_cast<double>(s.points)),
                        std::to_string(s.fewest.loads + s.fewest.stores)});
    };
    add("interior", sectors.interior);
    add("shells", sectors.shells);
    rows.add(count, phases);
  }
  rows.add_to(table);
  return table.text();
}

/// Sectors are one of several answers: where they cannot be had, the others still can.
std::string sectors_text(const std::vector<RankClass>& classes) {
  const Assembly& assembly = classes.front().assembly;
  const std::string title =
      "\nSectors (32 bytes) a step and rank with kernel '" + std::string(assembly.kernel->name) +
      "'" +
      (assembly.configuration.kernel.launch == LaunchSource::tuned
           ? " by its default launch (kernel.block: tuned is looked up by a run)"
           : "");
  if (assembly.configuration.sectors == SectorSource::none) {
    return title + ": not counted, since sectors.count is none\n";
  }
  try {
    return title + ", emulated\n" + sector_table(classes);
  } catch (const MachineError& error) {
    return title + ": " + error.what() + "\n";
  }
}

std::string snapshots_text(const Configuration& c) {
  const Index each = snapshot_bytes(c.grid.points, bytes_of(c.precision));
  if (c.output.snapshot_every == 0) {
    return fmt::format("\nSnapshots: none; each would take {}\n", bytes_text(each));
  }
  const Index steps = c.time.steps, every = c.output.snapshot_every;
  const Index intervals = ceil_div(steps, every);
  const Index count = intervals < std::numeric_limits<Index>::max() ? intervals + 1 : intervals;
  return fmt::format("\nSnapshots: {} of {}, together {}, in {}\n", count, bytes_text(each),
                     bytes_text(bounded_product(count, each)), c.output.directory);
}

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace

const std::vector<GpuModel>& gpu_models() {
  constexpr Index mib = 1 << 20, context = 512 * mib;
  static const std::vector<GpuModel> models = {{"H200", 143771 * mib - context},
                                               {"H100-80GB", 81559 * mib - context},
                                               {"A100-80GB", 81920 * mib - context},
                                               {"A100-40GB", 40960 * mib - context}};
  return models;
}

const GpuModel& find_gpu(const std::string& name) {
  std::vector<std::string> names;
  for (const GpuModel& model : gpu_models()) {
    if (lower(model.name) == lower(name)) return model;
    names.push_back(model.name);
  }
  throw InputError("--gpu '" + printable(name) + "' is not a GPU that is known" +
                   suggestion(name, names) + "; there are: " + joined(names));
}

std::string dry_run_text(const Configuration& configuration, const UsedKernel& used, int ranks,
                         const std::vector<GpuModel>& gpus) {
  const std::vector<RankClass> classes = rank_classes(configuration, used, ranks);
  return "Dry run: nothing is computed or written\n" + physics_text(configuration) +
         ranks_text(classes, configuration, ranks) + fits_text(configuration, used, ranks, gpus) +
         snapshots_text(configuration) + sectors_text(classes);
}

}  // namespace ministencil
