// SPDX-License-Identifier: Apache-2.0
#include "tuning/published.hpp"

namespace ministencil {

std::span<const PublishedRate> published_rates() {
  static constexpr PublishedRate rates[] = {
      {Probe::texture_read, "RTX 3060", 128, "16 x 8, 8 x 16",
       "290 GB/s, 85 % of its 340 GB/s of global loads"},
      {Probe::texture_read, "GTX 280", 128, "32 x 4, 16 x 8, 8 x 16", "35.7 GB/s"},
      {Probe::texture_read, "Tesla M2050", 192, "6 x 32, 16 x 12, 8 x 24", "35.4 GB/s"},
      {Probe::global_read, "RTX 3060", 0, "", "340 GB/s"},
      {Probe::surface_fill, "RTX 3060", 576, "", "342 GB/s, about its global stores"},
      {Probe::surface_fill, "Tesla M2050", 0, "", "48 Gb/s (bits, as printed)"},
  };
  return rates;
}

}  // namespace ministencil
