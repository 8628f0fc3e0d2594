// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/box.hpp"

namespace ministencil {

/// 32-byte sectors that global loads and stores of a launch ask for, the requests (one a warp and
/// instruction) that ask, and the bytes that their lanes want. Blind to caches, like the GPU's
/// counters of the load-store unit.
struct SectorCounts {
  Index loads = 0, stores = 0;                  // sectors
  Index load_requests = 0, store_requests = 0;  // warp instructions
  Index loaded_bytes = 0, stored_bytes = 0;     // by all lanes, each for itself

  constexpr bool operator==(const SectorCounts&) const = default;
  constexpr Index sectors() const { return loads + stores; }
};

constexpr SectorCounts operator+(const SectorCounts& a, const SectorCounts& b) {
  return {.loads = a.loads + b.loads,
          .stores = a.stores + b.stores,
          .load_requests = a.load_requests + b.load_requests,
          .store_requests = a.store_requests + b.store_requests,
          .loaded_bytes = a.loaded_bytes + b.loaded_bytes,
          .stored_bytes = a.stored_bytes + b.stored_bytes};
}

constexpr SectorCounts& operator+=(SectorCounts& a, const SectorCounts& b) { return a = a + b; }

constexpr SectorCounts operator*(const SectorCounts& a, Index times) {
  return {.loads = a.loads * times,
          .stores = a.stores * times,
          .load_requests = a.load_requests * times,
          .store_requests = a.store_requests * times,
          .loaded_bytes = a.loaded_bytes * times,
          .stored_bytes = a.stored_bytes * times};
}

}  // namespace ministencil
