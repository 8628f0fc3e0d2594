// SPDX-License-Identifier: Apache-2.0
#include "emulator/texels.hpp"

namespace ministencil {

namespace {

constexpr int warp = 32, lanes_a_request = 4;

/// The sectors that the lanes of one request touch.
class Touched {
 public:
  void add(int x, int y, int z) noexcept {
    for (int i = 0; i < count_; ++i) {
      if (sectors_[i] == Sector{x, y, z}) return;
    }
    sectors_[count_++] = {x, y, z};
  }
  int count() const noexcept { return count_; }
  bool is_only(const Touched& other) const noexcept {
    return count_ == 1 && other.count_ == 1 && sectors_[0] == other.sectors_[0];
  }

 private:
  struct Sector {
    int x = 0, y = 0, z = 0;
    bool operator==(const Sector&) const = default;
  };
  Sector sectors_[lanes_a_request];
  int count_ = 0;
};

/// By request, in the order of the lanes.
struct Requests {
  Touched touched[warp / lanes_a_request];
  Index count = 0, sectors = 0;

  Requests(std::span<const LaneTexel> lanes, int columns, int rows) noexcept {
    for (const LaneTexel& texel : lanes) {
      touched[texel.lane / lanes_a_request].add(texel.x / columns, texel.y / rows, texel.z);
    }
    for (const Touched& request : touched) {
      count += request.count() > 0;
      sectors += request.count();
    }
  }
};

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
  const Requests requests(lanes, 4, 2);
  return {.read_sectors = requests.sectors,
          .read_requests = requests.count,
          .read_bytes = bytes_of(lanes)};
}

TextureCounts surface_writes(std::span<const LaneTexel> lanes) noexcept {
  const bool is_flat = !lanes.empty() && lanes.front().is_flat;
  const Requests requests = is_flat ? Requests(lanes, 8, 1) : Requests(lanes, 4, 2);
  Index sectors = requests.sectors;
  for (int i = 0; is_flat && i < warp / lanes_a_request; i += 2) {
    sectors -= requests.touched[i].is_only(requests.touched[i + 1]);
  }
  return {
      .write_sectors = sectors, .write_requests = requests.count, .written_bytes = bytes_of(lanes)};
}

}  // namespace ministencil
