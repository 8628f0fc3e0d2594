// SPDX-License-Identifier: Apache-2.0
#include "configuration/resolve.hpp"

#include <filesystem>

#include "configuration/source_text.hpp"
#include "stencil/order.hpp"

namespace ministencil {

namespace {

/// Refuses a word of the format that this version cannot honour yet.
void refuse_later(const InputValue& value, const std::vector<std::string>& later,
                  const std::string& instead) {
  for (const std::string& word : later) {
    if (value.node().text != word) continue;
    value.refuse(shown(word) + " is not available in this version: " + instead);
  }
}

int resolve_order(const std::optional<InputValue>& value) {
  if (!value) return 2;
  const auto order = static_cast<int>(value->integer(2, order_of(largest_radius)));
  if (is_order(order)) return order;
  value->refuse(shown(value->node().text) +
                " is odd: central differences have even orders; write 2, 4, 6 or 8");
}

BlockShape resolve_block(const InputValue& block) {
  const std::vector<InputValue> extents = block.list("two or three integers, or the word tuned,");
  if (extents.size() != 2 && extents.size() != 3) {
    block.refuse("a list of " + std::to_string(extents.size()) +
                 " where two or three integers are wanted: threads along x, y and z; write for "
                 "example [32, 16]");
  }
  return {.x = extents[0].small_integer(1),
          .y = extents[1].small_integer(1),
          .z = extents.size() == 3 ? extents[2].small_integer(1) : 1};
}

std::optional<KernelFile> resolve_kernel_file(const Section& section) {
  const auto path = section.find("file"), hash = section.find("file_hash");
  if (!path) {
    if (hash) hash->refuse("is given without kernel.file; leave it out or name the file");
    return {};
  }
  if (const auto name = section.find("name")) {
    name->refuse(shown(name->node().text) + " is given beside kernel.file; leave one of them out");
  }
  KernelFile file{path->text("the path of a kernel file"), ""};
  if (!hash) return file;
  file.hash = hash->text("16 hexadecimal digits");
  const bool is_hash = file.hash.size() == 16 &&
                       file.hash.find_first_not_of("0123456789abcdef") == std::string::npos;
  if (!is_hash) hash->refuse(shown(file.hash) + " is no hash: 16 hexadecimal digits are wanted");
  return file;
}

void resolve_launch(const Section& section, KernelSettings& kernel) {
  const auto block = section.find("block"), chunk = section.find("chunk");
  if (chunk) kernel.chunk = chunk->integer(1);
  if (const auto from = section.find("block_from")) kernel.block_from = from->text("a text");
  if (!block) return;
  if (block->is_list() || block->node().text != "tuned") {
    kernel.block = resolve_block(*block);
    return;
  }
  if (kernel.file) {
    block->refuse(
        "'tuned' is for kernels of the catalogue, and kernel.file is given; write a block");
  }
  kernel.launch = LaunchSource::tuned;
  if (!chunk) return;
  chunk->refuse(shown(chunk->node().text) +
                " stands beside block: tuned: a tuned launch has a chunk of its own; remove one");
}

KernelSettings resolve_kernel(const Section& section, int dimensions) {
  KernelSettings kernel;
  if (dimensions == 2) kernel.name = "rolled_strip";
  kernel.file = resolve_kernel_file(section);
  if (const auto name = section.find("name")) kernel.name = name->text("the name of a kernel");
  if (kernel.file) kernel.name = std::filesystem::path(kernel.file->path).filename().string();
  resolve_launch(section, kernel);
  if (const auto steps = section.find("steps_per_sweep"); steps && steps->small_integer(1) != 1) {
    steps->refuse(shown(steps->node().text) +
                  " is not available in this version: a sweep makes one step; write 1");
  }
  return kernel;
}

std::optional<std::array<int, axes>> resolve_decomposition(const std::optional<InputValue>& value,
                                                           int dimensions) {
  if (!value || (!value->is_list() && value->node().text == "auto")) return {};
  if (!value->is_list()) {
    value->text("auto or a list of integers");
    value->refuse(shown(value->node().text) + " is unknown: auto or the ranks along " +
                  (dimensions == 2 ? "x and y are wanted; write auto or for example [1, 2]"
                                   : "x, y and z are wanted; write auto or for example [1, 2, 2]"));
  }
  const auto ranks = [](const InputValue& one) { return one.small_integer(1); };
  return value->per_axis("integers", dimensions, ranks, 1);
}

HaloSettings resolve_halo(const Section& section) {
  HaloSettings halo;
  if (const auto transport = section.find("transport")) {
    refuse_later(*transport, {"gpu_aware", "ipc"},
                 "messages pass through host memory; write auto or staged");
    constexpr std::array available{transport_names[0], transport_names[1]};
    halo.transport = transport->choice(available);
  }
  if (const auto overlap = section.find("overlap")) halo.overlap = overlap->flag();
  return halo;
}

CheckSettings resolve_check(const Section& section) {
  CheckSettings check;
  if (const auto kind = section.find("reference")) check.reference = kind->choice(reference_names);
  if (const auto at_end = section.find("at_end")) check.at_end = at_end->flag();
  if (const auto every = section.find("every")) check.every = every->integer(0);
  return check;
}

/// Checkpoints are part of the format; until a run can restart there are none to make.
void refuse_checkpoints(const Section& section) {
  if (const auto keep = section.find("keep")) keep->small_integer(1);
  const auto every = section.find("every");
  if (!every || every->integer(0) == 0) return;
  every->refuse(shown(every->node().text) +
                " is not available in this version: a run cannot restart yet; write 0");
}

OutputSettings resolve_output(const Section& section, const std::string& name) {
  OutputSettings output;
  output.directory = "results/" + std::filesystem::path(name).stem().string();
  if (const auto path = section.find("directory")) output.directory = path->text("a path");
  if (const auto every = section.section("snapshots").find("every")) {
    output.snapshot_every = every->integer(0);
  }
  refuse_checkpoints(section.section("checkpoints"));
  return output;
}

}  // namespace

Configuration resolve(const InputNode& root, const std::string& name) {
  const Section top(InputValue(root, ""), "");
  Configuration c;
  c.source = name;
  if (const auto source = top.find("source")) c.source = source->text("a path");
  if (const auto word = top.find("precision")) c.precision = word->choice(precision_names);
  c.order = resolve_order(top.find("order"));
  c.grid = resolve_grid(top.section("grid"));
  c.heat = resolve_heat(top.section("heat"), c.grid.dimensions);
  c.time = resolve_time(top.section("time"), c.grid, c.heat.diffusivity, c.order);
  c.kernel = resolve_kernel(top.section("kernel"), c.grid.dimensions);
  if (const auto word = top.find("backend")) c.backend = word->choice(backend_names);
  if (const auto share = top.section("devices").find("share")) c.share_devices = share->flag();
  c.decomposition = resolve_decomposition(top.find("decomposition"), c.grid.dimensions);
  c.halo = resolve_halo(top.section("halo"));
  c.check = resolve_check(top.section("check"));
  if (const auto word = top.section("sectors").find("count")) {
    c.sectors = word->choice(sector_source_names);
  }
  c.output = resolve_output(top.section("output"), name);
  return c;
}

}  // namespace ministencil
