// SPDX-License-Identifier: Apache-2.0
#include "command/texture_counts.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

namespace ministencil {

std::string texture_text(const TextureCounts& texture, Index launches) {
  if (texture.requests() == 0) return {};
  return fmt::format("textures: {} sectors in {} requests; surfaces: {} sectors in {} requests\n",
                     texture.read_sectors * launches, texture.read_requests * launches,
                     texture.write_sectors * launches, texture.write_requests * launches);
}

nlohmann::ordered_json texture_json(const TextureCounts& texture, Index launches) {
  return {{"read_sectors", texture.read_sectors * launches},
          {"read_requests", texture.read_requests * launches},
          {"write_sectors", texture.write_sectors * launches},
          {"write_requests", texture.write_requests * launches}};
}

}  // namespace ministencil
