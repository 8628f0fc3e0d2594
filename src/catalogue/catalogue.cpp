// SPDX-License-Identifier: Apache-2.0
#include "catalogue/catalogue.hpp"

#include <algorithm>

#include "core/error.hpp"
#include "core/text.hpp"

namespace ministencil {

namespace {

constexpr int most_threads = 1024, most_threads_along_z = 64;
constexpr std::size_t most_shared_bytes = 48 * 1024;

/// As in the input file.
std::string list_of(BlockShape block) {
  return "[" + std::to_string(block.x) + ", " + std::to_string(block.y) + ", " +
         std::to_string(block.z) + "]";
}

}  // namespace

std::string block_limit(const Kernel& kernel, BlockShape block, int element_bytes, int radius) {
  const KernelDescription& description = kernel.description;
  if (block.x < 1 || block.y < 1 || block.z < 1) return "every extent must be at least 1";
  if (block.z > most_threads_along_z) return "a block has at most 64 threads along z";
  if (block.z != 1 && !description.threads_along_z) {
    return "this kernel has one thread along z, which walks a chunk of planes";
  }
  if (block.x > most_threads || block.y > most_threads || block.threads() > most_threads) {
    return "a block has at most 1024 threads";
  }
  const BlockTile tile = tile_of(description, block, element_bytes, radius);
  if (tile.columns < 1 || tile.rows < 1 || (description.threads_along_z && tile.planes < 1)) {
    return "the threads on its rim only load, so no thread is left to update a point";
  }
  if (description.thread_a_rim_layer && std::min(block.x, block.y) < radius) {
    return "order " + std::to_string(order_of(radius)) + " has a rim of " + std::to_string(radius) +
           " points, for which this kernel needs as many threads along x and y";
  }
  const std::size_t shared = description.shared_bytes(block, element_bytes, radius);
  if (shared <= most_shared_bytes) return {};
  return "it needs " + std::to_string(shared) + " bytes of shared memory, 49152 are available";
}

const Kernel& find_kernel(const std::string& name) {
  std::vector<std::string> names;
  for (const Kernel& kernel : kernel_catalogue()) {
    if (name == kernel.name) return kernel;
    names.emplace_back(kernel.name);
  }
  throw InputError("kernel.name '" + name + "' is not a kernel" + suggestion(name, names) +
                   "; there are: " + joined(names));
}

std::string orders_text(const KernelDescription& description) {
  std::vector<std::string> orders;
  for (int radius = 1; radius <= largest_radius; ++radius) {
    if (description.takes(order_of(radius))) orders.push_back(std::to_string(order_of(radius)));
  }
  return joined(orders);
}

std::string precisions_text(const KernelDescription& description) {
  std::vector<std::string> precisions;
  for (const Precision precision : {Precision::float32, Precision::float64}) {
    if (description.takes(precision)) precisions.emplace_back(name_of(precision));
  }
  return joined(precisions);
}

std::string not_taken(const Kernel& kernel, int order, Precision precision) {
  std::vector<std::string> others;
  for (const Kernel& other : kernel_catalogue()) {
    if (other.description.takes(order, precision)) others.emplace_back(other.name);
  }
  const std::string wanted =
      "order " + std::to_string(order) + " in " + std::string(name_of(precision));
  return "kernel.name '" + std::string(kernel.name) + "' does not take " + wanted +
         ": it takes orders " + orders_text(kernel.description) + " in " +
         precisions_text(kernel.description) +
         (others.empty() ? "; no kernel does" : "; choose one that does: " + joined(others));
}

KernelChoice choose_launch(const Kernel& kernel, const BlockShape* block, const Index* chunk,
                           int element_bytes, int order) {
  const Precision precision = element_bytes == 4 ? Precision::float32 : Precision::float64;
  if (!kernel.description.takes(order, precision))
    throw InputError(not_taken(kernel, order, precision));
  KernelChoice choice{.name = kernel.name,
                      .block = block ? *block : kernel.description.default_block,
                      .chunk = chunk ? *chunk : kernel.description.default_chunk,
                      .radius = radius_of(order)};
  const std::string limit = block_limit(kernel, choice.block, element_bytes, choice.radius);
  if (!limit.empty()) {
    throw InputError("kernel.block " + list_of(choice.block) + " cannot be launched: " + limit +
                     "; the default of '" + kernel.name + "' is " +
                     list_of(kernel.description.default_block));
  }
  choice.tile = tile_of(kernel.description, choice.block, element_bytes, choice.radius);
  if (choice.chunk < 1) throw InputError("kernel.chunk must be at least 1 plane");
  if (choice.tile.planes == 0) return choice;
  if (!chunk) choice.chunk = choice.tile.planes;
  if (choice.chunk > choice.tile.planes) {
    throw InputError("kernel.chunk " + std::to_string(choice.chunk) + ": a block " +
                     list_of(choice.block) + " of '" + kernel.name + "' updates " +
                     std::to_string(choice.tile.planes) +
                     " planes; make kernel.block deeper or the chunk smaller");
  }
  return choice;
}

}  // namespace ministencil
