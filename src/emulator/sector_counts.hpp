// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/box.hpp"

namespace ministencil {

/// Accesses through textures and surfaces, as the GPU's counters have them: a request is what four
/// neighbouring lanes of a warp ask for together, or eight (texels.hpp).
struct TextureCounts {
  Index read_sectors = 0, write_sectors = 0;
  Index read_requests = 0, write_requests = 0;
  Index read_bytes = 0, written_bytes = 0;  // by all lanes, each for itself

  constexpr bool operator==(const TextureCounts&) const = default;
  constexpr Index requests() const { return read_requests + write_requests; }
};

constexpr TextureCounts operator+(const TextureCounts& a, const TextureCounts& b) {
  return {.read_sectors = a.read_sectors + b.read_sectors,
          .write_sectors = a.write_sectors + b.write_sectors,
          .read_requests = a.read_requests + b.read_requests,
          .write_requests = a.write_requests + b.write_requests,
          .read_bytes = a.read_bytes + b.read_bytes,
          .written_bytes = a.written_bytes + b.written_bytes};
}

constexpr TextureCounts operator*(const TextureCounts& a, Index times) {
  return {.read_sectors = a.read_sectors * times,
          .write_sectors = a.write_sectors * times,
          .read_requests = a.read_requests * times,
          .write_requests = a.write_requests * times,
          .read_bytes = a.read_bytes * times,
          .written_bytes = a.written_bytes * times};
}

/// 32-byte sectors that global loads and stores of a launch ask for, the requests (one a warp and
/// instruction) that ask, and the bytes that their lanes want. Blind to caches, like the GPU's
/// counters of the load-store unit.
struct SectorCounts {
  Index loads = 0, stores = 0;                  // sectors
  Index load_requests = 0, store_requests = 0;  // warp instructions
  Index loaded_bytes = 0, stored_bytes = 0;     // by all lanes, each for itself
  TextureCounts texture{};                      // beside all of these

  constexpr bool operator==(const SectorCounts&) const = default;
  constexpr Index sectors() const { return loads + stores; }
  /// Those through textures and surfaces among them.
  constexpr Index all_sectors() const {
    return sectors() + texture.read_sectors + texture.write_sectors;
  }
};

constexpr SectorCounts operator+(const SectorCounts& a, const SectorCounts& b) {
  return {.loads = a.loads + b.loads,
          .stores = a.stores + b.stores,
          .load_requests = a.load_requests + b.load_requests,
          .store_requests = a.store_requests + b.store_requests,
          .loaded_bytes = a.loaded_bytes + b.loaded_bytes,
          .stored_bytes = a.stored_bytes + b.stored_bytes,
          .texture = a.texture + b.texture};
}

constexpr SectorCounts& operator+=(SectorCounts& a, const SectorCounts& b) { return a = a + b; }

constexpr SectorCounts operator*(const SectorCounts& a, Index times) {
  return {.loads = a.loads * times,
          .stores = a.stores * times,
          .load_requests = a.load_requests * times,
          .store_requests = a.store_requests * times,
          .loaded_bytes = a.loaded_bytes * times,
          .stored_bytes = a.stored_bytes * times,
          .texture = a.texture * times};
}

}  // namespace ministencil
