// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/box.hpp"

namespace ministencil {

/// 32-byte sectors that global loads and stores of a launch ask for, and the requests (one a warp
/// and instruction) that ask. Blind to caches, like the GPU's counters of the load-store unit.
struct SectorCounts {
  Index loads = 0, stores = 0;                  // sectors
  Index load_requests = 0, store_requests = 0;  // warp instructions

  constexpr bool operator==(const SectorCounts&) const = default;
  constexpr Index sectors() const { return loads + stores; }
};

constexpr SectorCounts operator+(const SectorCounts& a, const SectorCounts& b) {
  return {.loads = a.loads + b.loads,
          .stores = a.stores + b.stores,
          .load_requests = a.load_requests + b.load_requests,
          .store_requests = a.store_requests + b.store_requests};
}

constexpr SectorCounts& operator+=(SectorCounts& a, const SectorCounts& b) { return a = a + b; }

constexpr SectorCounts operator*(const SectorCounts& a, Index times) {
  return {.loads = a.loads * times,
          .stores = a.stores * times,
          .load_requests = a.load_requests * times,
          .store_requests = a.store_requests * times};
}

}  // namespace ministencil
