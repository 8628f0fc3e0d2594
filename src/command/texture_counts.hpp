// SPDX-License-Identifier: Apache-2.0
/// What commands that count say about accesses through textures and surfaces.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "emulator/sector_counts.hpp"

namespace ministencil {

/// Of all launches; empty for a kernel without textures.
std::string texture_text(const TextureCounts& texture, Index launches);
nlohmann::ordered_json texture_json(const TextureCounts& texture, Index launches);

}  // namespace ministencil
