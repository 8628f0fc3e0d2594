// SPDX-License-Identifier: Apache-2.0
#include "emulator/texels.hpp"

namespace ministencil {

namespace {

constexpr int warp = 32, lanes_of_a_read = 4, lanes_of_a_flat_write = 8;
constexpr int sector_columns = 4, sector_rows = 2;

/// The sectors that the lanes of one request touch.
class Touched {
 public:
  void add(const LaneTexel& texel) noexcept {
    const Sector sector{texel.x / sector_columns, texel.y / sector_rows, texel.z};
    for (int i = 0; i < count_; ++i) {
      if (sectors_[i] == sector) return;
    }
    sectors_[count_++] = sector;
  }
  int count() const noexcept { return count_; }

 private:
  struct Sector {
    int x = 0, y = 0, z = 0;
    bool operator==(const Sector&) const = default;
  };
  Sector sectors_[lanes_of_a_flat_write];
  int count_ = 0;
};

struct Requests {
  Index count = 0, sectors = 0;
};

Requests requests_of(std::span<const LaneTexel> lanes, int together) noexcept {
  Touched touched[warp / lanes_of_a_read];
  for (const LaneTexel& texel : lanes) touched[texel.lane / together].add(texel);
  Requests requests;
  for (const Touched& request : touched) {
    requests.count += request.count() > 0;
    requests.sectors += request.count();
  }
  return requests;
}

Index bytes_of(std::span<const LaneTexel> lanes) noexcept {
  return static_cast<Index>(lanes.size() * texel_bytes);
}

}  // namespace

LaneTexel lane_texel(const Texel& texel) noexcept {
  const ThreadIndex &thread = emulated_thread.thread, &extent = emulated_thread.block_extent;
  const unsigned number = (thread.z * extent.y + thread.y) * extent.x + thread.x;
  const auto& first = emulated_thread.stored_first;
  return {.x = texel.x - first[0],
          .y = texel.y - first[1],
          .z = texel.z - first[2],
          .lane = static_cast<std::uint8_t>(number % warp),
          .is_flat = texel.is_flat};
}

TextureCounts texture_reads(std::span<const LaneTexel> lanes) noexcept {
  const Requests requests = requests_of(lanes, lanes_of_a_read);
  return {.read_sectors = requests.sectors,
          .read_requests = requests.count,
          .read_bytes = bytes_of(lanes)};
}

TextureCounts surface_writes(std::span<const LaneTexel> lanes) noexcept {
  const bool is_flat = !lanes.empty() && lanes.front().is_flat;
  const Requests requests = requests_of(lanes, is_flat ? lanes_of_a_flat_write : lanes_of_a_read);
  return {.write_sectors = requests.sectors,
          .write_requests = requests.count,
          .written_bytes = bytes_of(lanes)};
}

}  // namespace ministencil
