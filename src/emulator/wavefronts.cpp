// SPDX-License-Identifier: Apache-2.0
#include "emulator/wavefronts.hpp"

#include <algorithm>

namespace ministencil {

namespace {

constexpr int warp = 32;
constexpr std::uintptr_t banks = 32, word_bytes = 4, sector_bytes = 32;
constexpr int most_words = warp;  // that lanes which go together ask for, 8 lanes of 4 words

/// Distinct words by bank.
class Banks {
 public:
  void add(std::uintptr_t word) noexcept {
    const std::uintptr_t bank = word % banks;
    for (int i = 0; i < used_[bank]; ++i) {
      if (words_[bank][i] == word) return;
    }
    if (used_[bank] == most_words) return;
    words_[bank][used_[bank]++] = word;
    wavefronts_ = std::max<Index>(wavefronts_, used_[bank]);
  }
  Index wavefronts() const noexcept { return wavefronts_; }

 private:
  std::uintptr_t words_[banks][most_words];
  std::uint8_t used_[banks]{};
  Index wavefronts_ = 0;
};

}  // namespace

SharedMemoryUse wavefronts_of(std::span<const LaneAccess> request) noexcept {
  SharedMemoryUse use{.requests = 1};
  int widest = 4;
  for (const LaneAccess& access : request) widest = std::max<int>(widest, access.bytes);
  const int together = warp * 4 / (widest <= 4 ? 4 : widest <= 8 ? 8 : 16);
  for (int first = 0; first < warp; first += together) {
    Banks words;
    for (const LaneAccess& access : request) {
      if (access.lane < first || access.lane >= first + together) continue;
      const std::uintptr_t last = (access.address + access.bytes - 1) / word_bytes;
      for (auto word = access.address / word_bytes; word <= last; ++word) words.add(word);
    }
    use.wavefronts += words.wavefronts();
    use.fewest += words.wavefronts() > 0;
  }
  return use;
}

Index sectors_of(std::span<const LaneAccess> request) noexcept {
  std::uintptr_t sectors[2 * warp];
  int used = 0;
  for (const LaneAccess& access : request) {
    const std::uintptr_t last = (access.address + access.bytes - 1) / sector_bytes;
    for (auto sector = access.address / sector_bytes; sector <= last; ++sector) {
      int i = used;  // the latest first: neighbours share sectors
      while (i > 0 && sectors[i - 1] != sector) --i;
      if (i == 0 && used < 2 * warp) sectors[used++] = sector;
    }
  }
  return used;
}

Index bytes_of(std::span<const LaneAccess> request) noexcept {
  Index bytes = 0;
  for (const LaneAccess& access : request) bytes += access.bytes;
  return bytes;
}

}  // namespace ministencil
