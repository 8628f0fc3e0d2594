// SPDX-License-Identifier: Apache-2.0
#include "command/count_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>

#include "catalogue/catalogue.hpp"
#include "command/texture_counts.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "output/table.hpp"
#include "sectors/count.hpp"

namespace ministencil {

namespace {

CountRequest request_of(const CountOptions& options, const Kernel& kernel) {
  std::optional<Index> chunk = options.chunk;
  if (options.chunks) chunk = chunk_of(options.points[options.dimensions - 1], *options.chunks);
  return {.kernel = kernel,
          .points = options.points,
          .launch =
              choose_launch(kernel, options.block ? &*options.block : nullptr,
                            chunk ? &*chunk : nullptr, bytes_of(options.precision), options.order),
          .precision = options.precision,
          .layout = options.layout};
}

PhaseSectors count_as_asked(const CountOptions& options, const CountRequest& request) {
  PhaseSectors sectors = count(request);
  if (options.method == CountMethod::full) sectors.counted = count_full(make_count_task(request));
  return sectors;
}

/// Totals over all launches have to fit 64 bits.
void require_countable(const CountOptions& options, const PhaseSectors& sectors,
                       const SharedMemoryUse& shared) {
  const auto& counted = sectors.counted;
  const Index most = std::max(
      {counted.sectors(), counted.load_requests + counted.store_requests,
       sectors.fewest.loads + sectors.fewest.stores, sectors.points, shared.wavefronts,
       counted.texture.read_sectors + counted.texture.write_sectors, counted.texture.requests()});
  if (bounded_product(most, options.launches) < std::numeric_limits<Index>::max()) return;
  throw InputError(fmt::format("--launches {} asks for more sectors than 64 bits count; use fewer",
                               options.launches));
}

nlohmann::ordered_json axes_json(const Index3& values, int dimensions) {
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  for (int axis = 0; axis < dimensions; ++axis) json.push_back(values[axis]);
  return json;
}

/// Of all launches. Conflicts are `wavefronts` less `fewest`.
nlohmann::ordered_json json_of(const SharedMemoryUse& shared, Index launches) {
  return {{"requests", shared.requests * launches},
          {"wavefronts", shared.wavefronts * launches},
          {"fewest", shared.fewest * launches}};
}

std::string json_text(const CountOptions& options, const CountRequest& request,
                      const PhaseSectors& sectors, const SharedMemoryUse& shared) {
  const auto side = [&](Index counted, Index requests, Index fewest) {
    return nlohmann::ordered_json{{"sectors", counted * options.launches},
                                  {"requests", requests * options.launches},
                                  {"fewest", fewest * options.launches}};
  };
  const BlockShape& block = request.launch.block;
  const nlohmann::ordered_json json{
      {"kernel", options.kernel},
      {"points", axes_json(options.points, options.dimensions)},
      {"block", axes_json({block.x, block.y, block.z}, options.dimensions)},
      {"chunk", request.launch.chunk},
      {"precision", name_of(options.precision)},
      {"order", options.order},
      {"layout", options.layout == CountLayout::packed ? "packed" : "application"},
      {"launches", options.launches},
      {"loads", side(sectors.counted.loads, sectors.counted.load_requests, sectors.fewest.loads)},
      {"stores",
       side(sectors.counted.stores, sectors.counted.store_requests, sectors.fewest.stores)},
      {"textures", texture_json(sectors.counted.texture, options.launches)},
      {"shared_memory", json_of(shared, options.launches)}};
  return json.dump(2) + "\n";
}

std::vector<std::string> row_of(const std::string& name, Index counted, Index requests,
                                Index fewest, double points) {
  return {name,
          std::to_string(counted),
          std::to_string(requests),
          fmt::format("{:.3f}", static_cast<double>(counted) / points),
          std::to_string(fewest),
          requests == 0
              ? ""  // what goes through textures is not in this table
              : fmt::format("{:.3f}", static_cast<double>(counted) / static_cast<double>(fewest))};
}

std::string shared_text(const SharedMemoryUse& shared, Index launches) {
  if (shared.requests == 0) return "shared memory: not used\n";
  return fmt::format(
      "shared memory: {} requests take {} wavefronts, {} of them for bank conflicts\n",
      shared.requests * launches, shared.wavefronts * launches, shared.excess() * launches);
}

}  // namespace

std::string count_text(const CountOptions& options) {
  const CountRequest request = request_of(options, find_kernel(options.kernel, options.dimensions));
  const PhaseSectors sectors = count_as_asked(options, request);
  const SharedMemoryUse shared = shared_memory_use(make_count_task(request));
  require_countable(options, sectors, shared);
  if (options.json) return json_text(options, request, sectors, shared);

  const Index n = options.launches;
  const double points = static_cast<double>(sectors.points) * static_cast<double>(n);
  const SectorCounts& c = sectors.counted;
  Table table({{""},
               {"sectors", Table::Align::right},
               {"requests", Table::Align::right},
               {"sectors a point", Table::Align::right},
               {"fewest", Table::Align::right},
               {"ratio", Table::Align::right}});
  table.add(row_of("loads", c.loads * n, c.load_requests * n, sectors.fewest.loads * n, points));
  table.add(
      row_of("stores", c.stores * n, c.store_requests * n, sectors.fewest.stores * n, points));
  table.add(row_of("total", c.sectors() * n, (c.load_requests + c.store_requests) * n,
                   (sectors.fewest.loads + sectors.fewest.stores) * n, points));
  return fmt::format(
             "{}: {} {} points, order {}, block {}, chunk {}, {} layout, {} launch{}\n"
             "32-byte sectors of global memory, by {} emulation\n",
             options.kernel, extents_text(options.points, options.dimensions),
             name_of(options.precision), options.order, text_of(request.launch.block),
             request.launch.chunk, options.layout == CountLayout::packed ? "packed" : "application",
             n, n == 1 ? "" : "es", options.method == CountMethod::full ? "full" : "sampled") +
         table.text() + shared_text(shared, n) + texture_text(c.texture, n);
}

}  // namespace ministencil
