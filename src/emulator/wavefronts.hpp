// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>

#include "emulator/findings.hpp"

namespace ministencil {

/// What one lane asks for in a request.
struct LaneAccess {
  std::uintptr_t address;
  std::uint8_t lane, bytes;  // at most 16 bytes
};

/// The wavefronts of one request of shared memory. Lanes that ask for the same word share it.
SharedMemoryUse wavefronts_of(std::span<const LaneAccess> request) noexcept;

/// The distinct 32-byte sectors of one request of global memory.
Index sectors_of(std::span<const LaneAccess> request) noexcept;

/// What the lanes of one request want, each for itself.
Index bytes_of(std::span<const LaneAccess> request) noexcept;

}  // namespace ministencil
