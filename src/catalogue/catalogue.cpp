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
std::string list_of(BlockShape block, int dimensions) {
  return point_text({block.x, block.y, block.z}, dimensions);
}

/// A kernel that walks along an axis has one thread along it.
std::string axis_without_threads(const KernelDescription& kernel, BlockShape block) {
  if (kernel.dimensions == 2) {
    if (block.z != 1) return "a 2D grid has no threads along z";
    if (kernel.marches && block.y != 1) {
      return "this kernel has one thread along y, which walks a chunk of rows";
    }
  } else if (kernel.marches && block.z != 1) {
    return "this kernel has one thread along z, which walks a chunk of planes";
  }
  return "";
}

/// What is left of a tile that has points to update.
Index3 least_tile(const KernelDescription& kernel) {
  const bool flat = kernel.dimensions == 2;
  return {1, flat && kernel.marches ? 0 : 1, !flat && kernel.marches ? 0 : 1};
}

int dimensions_of(const Kernel& kernel) { return kernel.description.dimensions; }

}  // namespace

std::string block_limit(const Kernel& kernel, BlockShape block, int element_bytes, int radius) {
  const KernelDescription& description = kernel.description;
  if (block.x < 1 || block.y < 1 || block.z < 1) return "every extent must be at least 1";
  if (block.z > most_threads_along_z) return "a block has at most 64 threads along z";
  std::string walked = axis_without_threads(description, block);
  if (!walked.empty()) return walked;
  if (block.x > most_threads || block.y > most_threads || block.threads() > most_threads) {
    return "a block has at most 1024 threads";
  }
  const BlockTile tile = tile_of(description, block, element_bytes, radius);
  const Index3 least = least_tile(description);
  if (tile.columns < least.x || tile.rows < least.y || tile.planes < least.z) {
    return "the threads on its rim only load, so no thread is left to update a point";
  }
  const bool along_y = description.dimensions == 3 || !description.marches;
  if (description.thread_a_rim_layer && std::min(block.x, along_y ? block.y : block.x) < radius) {
    return "order " + std::to_string(order_of(radius)) + " has a rim of " + std::to_string(radius) +
           " points, for which this kernel needs as many threads along x" +
           (along_y ? " and y" : "");
  }
  const std::size_t shared = description.shared_bytes(block, element_bytes, radius);
  if (shared <= most_shared_bytes) return {};
  return "it needs " + std::to_string(shared) + " bytes of shared memory, 49152 are available";
}

std::span<const Kernel> kernel_catalogue(int dimensions) {
  const std::span<const Kernel> all = kernel_catalogue();
  const auto first = std::ranges::find(all, dimensions, dimensions_of);
  const auto last = std::find_if(
      first, all.end(), [&](const Kernel& kernel) { return dimensions_of(kernel) != dimensions; });
  return {first, last};
}

const Kernel& find_kernel(std::string_view name, int dimensions) {
  std::vector<std::string> names;
  for (const Kernel& kernel : kernel_catalogue(dimensions)) {
    if (name == kernel.name) return kernel;
    names.emplace_back(kernel.name);
  }
  const std::string wanted(name);
  const int other = 5 - dimensions;
  if (std::ranges::count(kernel_catalogue(other), name, &Kernel::name) > 0) {
    throw InputError(
        "kernel.name '" + wanted + "' is a kernel for " + std::to_string(other) +
        "D grids, and not for " + std::to_string(dimensions) + "D ones; " +
        (other == 2 ? "write two numbers of points" : "write three numbers of points") +
        ", or --dimensions " + std::to_string(other) +
        " with opb, or choose one of: " + joined(names));
  }
  const std::string flat = dimensions == 2 ? " for 2D grids" : "";
  throw InputError("kernel.name '" + wanted + "' is not a kernel" + flat +
                   suggestion(wanted, names) + "; there are: " + joined(names));
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

std::string what_is_taken(const KernelDescription& description, int order, Precision precision) {
  if (description.takes(order, precision)) return "";
  return "takes orders " + orders_text(description) + " in " + precisions_text(description) +
         ", not order " + std::to_string(order) + " in " + std::string(name_of(precision));
}

std::string not_taken(const Kernel& kernel, int order, Precision precision) {
  std::vector<std::string> others;
  for (const Kernel& other : kernel_catalogue(kernel.description.dimensions)) {
    if (other.description.takes(order, precision)) others.emplace_back(other.name);
  }
  const std::string wanted =
      "order " + std::to_string(order) + " in " + std::string(name_of(precision));
  return "kernel.name '" + std::string(kernel.name) + "' does not take " + wanted +
         ": it takes orders " + orders_text(kernel.description) + " in " +
         precisions_text(kernel.description) +
         (others.empty() ? "; no kernel does" : "; choose one that does: " + joined(others));
}

namespace {

void require_block(const Kernel& kernel, BlockShape block, int element_bytes, int radius) {
  const std::string limit = block_limit(kernel, block, element_bytes, radius);
  if (limit.empty()) return;
  const int dimensions = block.z == 1 ? kernel.description.dimensions : 3;
  throw InputError("kernel.block " + list_of(block, dimensions) + " cannot be launched: " + limit +
                   "; the default of '" + kernel.name + "' is " +
                   list_of(kernel.description.default_block, dimensions));
}

}  // namespace

KernelChoice choose_launch(const Kernel& kernel, const BlockShape* block, const Index* chunk,
                           int element_bytes, int order) {
  const Precision precision = element_bytes == 4 ? Precision::float32 : Precision::float64;
  if (!kernel.description.takes(order, precision))
    throw InputError(not_taken(kernel, order, precision));
  KernelChoice choice{.name = kernel.name,
                      .block = block ? *block : kernel.description.default_block,
                      .chunk = chunk ? *chunk : kernel.description.default_chunk,
                      .radius = radius_of(order)};
  require_block(kernel, choice.block, element_bytes, choice.radius);
  choice.tile = tile_of(kernel.description, choice.block, element_bytes, choice.radius);
  const bool flat = kernel.description.dimensions == 2;
  if (choice.chunk < 1) {
    throw InputError(std::string("kernel.chunk must be at least 1 ") + (flat ? "row" : "plane"));
  }
  if (kernel.description.marches) return choice;
  if (chunk && flat) {
    throw InputError("kernel.chunk: '" + std::string(kernel.name) +
                     "' has a thread for every row and walks none; leave it out");
  }
  if (!chunk) choice.chunk = choice.tile.planes;
  if (choice.chunk > choice.tile.planes) {
    throw InputError("kernel.chunk " + std::to_string(choice.chunk) + ": a block " +
                     list_of(choice.block, 3) + " of '" + kernel.name + "' updates " +
                     std::to_string(choice.tile.planes) +
                     " planes; make kernel.block deeper or the chunk smaller");
  }
  return choice;
}

}  // namespace ministencil
