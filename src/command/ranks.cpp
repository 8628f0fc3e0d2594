// SPDX-License-Identifier: Apache-2.0
#include "command/ranks.hpp"

#include <nlohmann/json.hpp>

#include "parallel/agreement.hpp"

namespace ministencil {

namespace {

using Json = nlohmann::json;

Json to_json(const RankRow& row) {
  const auto& [first, last] = row.owned;
  return {row.rank,
          row.host,
          row.device,
          {first.x, first.y, first.z},
          {last.x, last.y, last.z},
          row.memory_bytes,
          row.halo_messages,
          row.halo_bytes};
}

Index3 index3(const Json& json) { return {json.at(0), json.at(1), json.at(2)}; }

RankRow rank_row(const Json& json) {
  return {.rank = json.at(0),
          .host = json.at(1),
          .device = json.at(2),
          .owned = {index3(json.at(3)), index3(json.at(4))},
          .memory_bytes = json.at(5),
          .halo_messages = json.at(6),
          .halo_bytes = json.at(7)};
}

Json to_json(const SectorRow& row) {
  return {row.rank,
          row.kernel,
          static_cast<int>(row.phase),
          static_cast<int>(row.source),
          row.points,
          row.count ? Json{row.count->loads, row.count->stores, row.count->texture_sectors,
                           row.count->surface_sectors}
                    : Json(nullptr),
          row.count.reason,
          row.fewest,
          row.traffic
              ? Json{row.traffic->l2_reads, row.traffic->dram_read, row.traffic->dram_written}
              : Json(nullptr),
          row.traffic.reason};
}

SectorRow sector_row(const Json& json) {
  SectorRow row;
  row.rank = json.at(0);
  row.kernel = json.at(1);
  row.phase = static_cast<Phase>(json.at(2).get<int>());
  row.source = static_cast<SectorSource>(json.at(3).get<int>());
  row.points = json.at(4);
  const Json &count = json.at(5), &traffic = json.at(8);
  row.count = count.is_null()
                  ? Measured<SectorCount>::none(json.at(6))
                  : Measured<SectorCount>::of({count.at(0), count.at(1), count.at(2), count.at(3)});
  row.fewest = json.at(7);
  row.traffic = traffic.is_null()
                    ? Measured<MemoryTraffic>::none(json.at(9))
                    : Measured<MemoryTraffic>::of({traffic.at(0), traffic.at(1), traffic.at(2)});
  return row;
}

}  // namespace

std::vector<RankRow> gather_rows(MPI_Comm communicator, const RankRow& mine) {
  std::vector<RankRow> rows;
  for (const std::string& text : gather_text(communicator, to_json(mine).dump())) {
    rows.push_back(rank_row(Json::parse(text)));
  }
  return rows;
}

std::vector<SectorRow> gather_sectors(MPI_Comm communicator, const std::vector<SectorRow>& mine) {
  Json list = Json::array();
  for (const SectorRow& row : mine) list.push_back(to_json(row));
  std::vector<SectorRow> rows;
  for (const std::string& text : gather_text(communicator, list.dump())) {
    for (const Json& json : Json::parse(text)) rows.push_back(sector_row(json));
  }
  return rows;
}

Node::Node(MPI_Comm world) {
  MPI_Comm_split_type(world, MPI_COMM_TYPE_SHARED, rank_of(world), MPI_INFO_NULL, &communicator_);
}
Node::~Node() { MPI_Comm_free(&communicator_); }

std::string host_name() {
  char name[MPI_MAX_PROCESSOR_NAME] = {};
  int length = 0;
  MPI_Get_processor_name(name, &length);
  return {name, static_cast<std::size_t>(length)};
}

}  // namespace ministencil
