// SPDX-License-Identifier: Apache-2.0
#include "command/intensity_command.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "catalogue/catalogue.hpp"
#include "core/error.hpp"
#include "output/file_values.hpp"
#include "output/table.hpp"
#include "sectors/intensity.hpp"

namespace ministencil {

namespace {

using Json = nlohmann::ordered_json;

/// A kernel and its work, or why there is none.
struct Row {
  const Kernel* kernel = nullptr;
  KernelChoice launch{};
  BlockWork work{};
  std::string reason{};
};

Row row_of(const Kernel& kernel, const IntensityOptions& options) {
  Row row;
  row.kernel = &kernel;
  row.launch = choose_launch(kernel, options.block ? &*options.block : nullptr,
                             options.chunk ? &*options.chunk : nullptr, bytes_of(options.precision),
                             options.order);
  row.work = interior_block(kernel, row.launch, options.precision);
  return row;
}

std::vector<Row> rows_of(const IntensityOptions& options) {
  if (options.kernel) return {row_of(find_kernel(*options.kernel, options.dimensions), options)};
  std::vector<Row> rows;
  for (const Kernel& kernel : kernel_catalogue(options.dimensions)) {
    Row row;
    row.reason = what_is_taken(kernel.description, options.order, options.precision);
    try {
      if (row.reason.empty()) row = row_of(kernel, options);
    } catch (const InputError& error) {
      row.reason = error.what();
    }
    row.kernel = &kernel;
    rows.push_back(std::move(row));
  }
  return rows;
}

double loads_a_point(const Row& row, Precision precision) {
  const Index loads = row.work.loaded_bytes / bytes_of(precision);
  return static_cast<double>(loads) / static_cast<double>(row.work.points);
}

Json json_of(const Row& row, Precision precision) {
  if (!row.reason.empty()) {
    return {{"kernel", row.kernel->name},
            {"flop_per_byte", nullptr},
            {"flop_per_byte_reason", row.reason}};
  }
  const BlockShape& block = row.launch.block;
  return {{"kernel", row.kernel->name},
          {"block", point_json({block.x, block.y, block.z}, row.kernel->description.dimensions)},
          {"chunk", row.launch.chunk},
          {"points", row.work.points},
          {"flop", row.work.flop},
          {"loaded_bytes", row.work.loaded_bytes},
          {"loads_per_point", loads_a_point(row, precision)},
          {"flop_per_byte", row.work.flop_per_byte()}};
}

std::string json_text(const IntensityOptions& options, const std::vector<Row>& rows) {
  Json list = Json::array();
  for (const Row& row : rows) list.push_back(json_of(row, options.precision));
  const Json json{{"precision", name_of(options.precision)},
                  {"order", options.order},
                  {"dimensions", options.dimensions},
                  {"flop_per_point", flop_a_point(radius_of(options.order), options.dimensions)},
                  {"kernels", list}};
  return json.dump(2) + "\n";
}

std::string table_text(const std::vector<Row>& rows, Precision precision) {
  Table table({{"kernel"},
               {"block"},
               {"chunk", Table::Align::right},
               {"points", Table::Align::right},
               {"bytes loaded", Table::Align::right},
               {"loads a point", Table::Align::right},
               {"OP/B", Table::Align::right}});
  std::string left_out;
  for (const Row& row : rows) {
    if (!row.reason.empty()) {
      left_out += fmt::format("  {}: {}\n", row.kernel->name, row.reason);
      continue;
    }
    table.add({row.kernel->name, text_of(row.launch.block), std::to_string(row.launch.chunk),
               std::to_string(row.work.points), std::to_string(row.work.loaded_bytes),
               fmt::format("{:.3f}", loads_a_point(row, precision)),
               fmt::format("{:.2f}", row.work.flop_per_byte())});
  }
  return table.text() + (left_out.empty() ? "" : "Not applicable\n" + left_out);
}

}  // namespace

std::string intensity_text(const IntensityOptions& options) {
  const std::vector<Row> rows = rows_of(options);
  if (options.json) return json_text(options, rows);
  const Index flop = flop_a_point(radius_of(options.order), options.dimensions);
  return fmt::format(
             "Operations per byte, {}D, order {}, {}: {} FLOP a point over the bytes\n"
             "that the threads of a block away from the faces load, by emulation\n",
             options.dimensions, options.order, name_of(options.precision), flop) +
         table_text(rows, options.precision) +
         fmt::format("A kernel that loads every value once, and no rim, would have {:.2f}.\n",
                     static_cast<double>(flop) / bytes_of(options.precision));
}

}  // namespace ministencil
