// SPDX-License-Identifier: Apache-2.0
#include "emulator/recorder.hpp"

namespace ministencil {

namespace {

constexpr std::uintptr_t sector_bytes = 32, sectors_a_window = 64;
constexpr std::size_t widest_access = 16;  // bytes a thread and instruction

}  // namespace

void AccessRecorder::end_warp() noexcept {
  ++warp_;
  more_windows_.resize(1);
  for (const TexelRequest& request : texel_requests_) {
    const std::span lanes(request.lanes, static_cast<std::size_t>(request.count));
    counts_.texture =
        counts_.texture +
        (request.kind == Access::texture_read ? texture_reads(lanes) : surface_writes(lanes));
  }
  texel_requests_.clear();
}

AccessRecorder::Site& AccessRecorder::site_at(std::uintptr_t pc) noexcept {
  Site& site = sites_.at(pc);
  if (site.warp != warp_) site.windows.clear();
  site.warp = warp_;
  return site;
}

void AccessRecorder::repeat(Site& site) const noexcept {
  const bool again = site.lane == lanes_.lane() && site.iteration == lanes_.iteration();
  site.repetition = again ? site.repetition + 1 : 0;
  site.lane = lanes_.lane();
  site.iteration = lanes_.iteration();
}

void AccessRecorder::access(Access kind, std::uintptr_t pc, std::uintptr_t address,
                            std::size_t bytes) noexcept {
  if (!in_.holds(address) && !out_.holds(address)) return;
  (kind == Access::load ? counts_.loaded_bytes : counts_.stored_bytes) += static_cast<Index>(bytes);
  Site& site = site_at(pc);
  // A copy of more than one instruction can move is several requests.
  for (std::size_t done = 0; done < bytes; done += widest_access) {
    repeat(site);
    const std::size_t width = bytes - done < widest_access ? bytes - done : widest_access;
    const std::uintptr_t first = (address + done) / sector_bytes;
    const std::uintptr_t last = (address + done + width - 1) / sector_bytes;
    for (std::uintptr_t sector = first; sector <= last; ++sector) request(kind, site, sector);
  }
}

void AccessRecorder::texel(Access kind, std::uintptr_t pc, std::uintptr_t address,
                           const LaneTexel& texel) noexcept {
  if (!in_.holds(address) && !out_.holds(address)) return;
  Site& site = site_at(pc);
  repeat(site);
  // One window a repetition, which holds the number of its request in place of sectors. A lane that
  // its warp did not wait for may come again: no request has more lanes than a warp.
  Window& window = find_window(kind, site, 0);
  if (window.sectors == 0 || texel_requests_[window.sectors - 1].count == lanes_a_warp) {
    texel_requests_.push_back({.kind = kind, .count = 0, .lanes = {}});
    window.sectors = texel_requests_.size();
  }
  TexelRequest& request = texel_requests_[window.sectors - 1];
  request.lanes[request.count++] = texel;
}

void AccessRecorder::request(Access kind, Site& site, std::uintptr_t sector) noexcept {
  Window& window = find_window(kind, site, sector / sectors_a_window);
  const std::uint64_t bit = std::uint64_t{1} << sector % sectors_a_window;
  if (window.sectors & bit) return;
  window.sectors |= bit;
  ++(kind == Access::load ? counts_.loads : counts_.stores);
}

AccessRecorder::Window& AccessRecorder::find_window(Access kind, Site& site,
                                                    std::uintptr_t place) noexcept {
  if (site.windows.size() <= site.iteration) site.windows.resize(site.iteration + 1);
  Window* window = &site.windows[site.iteration];
  bool is_new_request = true, is_unused = window->sectors == 0;
  while (!is_unused) {
    if (window->repetition == site.repetition) {
      if (window->place == place) return *window;
      is_new_request = false;
    }
    if (window->next == 0) break;
    window = &more_windows_[window->next];
  }
  if (!is_unused) {
    window->next = static_cast<std::uint32_t>(more_windows_.size());
    window = &more_windows_.emplace_back();  // moves the chain, which holds indices
  }
  window->place = place;
  window->repetition = site.repetition;
  if (is_new_request && !is_texture(kind)) {
    ++(kind == Access::load ? counts_.load_requests : counts_.store_requests);
  }
  return *window;
}

}  // namespace ministencil
