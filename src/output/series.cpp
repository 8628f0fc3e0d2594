// SPDX-License-Identifier: Apache-2.0
#include "output/series.hpp"

#include <fmt/format.h>

#include "output/names.hpp"
#include "output/text_file.hpp"
#include "parallel/agreement.hpp"

namespace ministencil {

namespace {

/// One value an axis, x last.
template <class Values>
std::string x_last(const Values& values, int dimensions) {
  std::string text;
  for (int axis = dimensions - 1; axis >= 0; --axis) {
    text += fmt::format("{}{}", values[axis], axis > 0 ? " " : "");
  }
  return text;
}

std::string grid_text(const SeriesGrid& grid, const SeriesEntry& entry) {
  const std::string extents = x_last(grid.points, grid.dimensions);
  return fmt::format(
      R"(      <Grid Name="{file}" GridType="Uniform">
        <Time Value="{time}"/>
        <Topology TopologyType="{dimensions}DCoRectMesh" Dimensions="{extents}"/>
        <Geometry GeometryType="{geometry}">
          <DataItem Dimensions="{dimensions}" NumberType="Float" Precision="8" Format="XML">{origin}</DataItem>
          <DataItem Dimensions="{dimensions}" NumberType="Float" Precision="8" Format="XML">{spacing}</DataItem>
        </Geometry>
        <Attribute Name="temperature" AttributeType="Scalar" Center="Node">
          <DataItem Dimensions="{extents}" NumberType="Float" Precision="{bytes}" Format="HDF">
            {file}:/temperature
          </DataItem>
        </Attribute>
      </Grid>
)",
      fmt::arg("file", entry.file), fmt::arg("time", entry.time), fmt::arg("extents", extents),
      fmt::arg("origin", x_last(grid.origin, grid.dimensions)),
      fmt::arg("spacing", x_last(grid.spacing, grid.dimensions)),
      fmt::arg("dimensions", grid.dimensions),
      fmt::arg("geometry", grid.dimensions == 2 ? "ORIGIN_DXDY" : "ORIGIN_DXDYDZ"),
      fmt::arg("bytes", bytes_of(grid.precision)));
}

}  // namespace

std::string xdmf_text(const SeriesGrid& grid, const std::vector<SeriesEntry>& entries) {
  std::string text = R"(<?xml version="1.0" encoding="utf-8"?>
<Xdmf Version="3.0">
  <Domain>
    <Grid Name="temperature" GridType="Collection" CollectionType="Temporal">
)";
  for (const SeriesEntry& entry : entries) text += grid_text(grid, entry);
  return text + "    </Grid>\n  </Domain>\n</Xdmf>\n";
}

template <class T>
std::uint64_t SnapshotSeries::write(const SnapshotInfo& info, const Box& owned, const T* values) {
  const std::string name = snapshot_name(info.step);
  const std::uint64_t hash =
      write_snapshot(communicator_, directory_ / name, info, points_, owned, values);
  entries_.push_back({name, info.time});
  const SeriesGrid grid{info.dimensions, points_, info.spacing, info.origin, precision_of<T>};
  collectively(communicator_, [&] {
    if (rank_of(communicator_) != 0) return;
    write_text_atomically(directory_ / series_name, xdmf_text(grid, entries_));
  });
  return hash;
}

template std::uint64_t SnapshotSeries::write(const SnapshotInfo&, const Box&, const float*);
template std::uint64_t SnapshotSeries::write(const SnapshotInfo&, const Box&, const double*);

}  // namespace ministencil
