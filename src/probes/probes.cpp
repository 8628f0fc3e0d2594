// SPDX-License-Identifier: Apache-2.0
#include "probes/probes.hpp"

namespace ministencil {

std::string_view name_of(Probe probe) {
  switch (probe) {
    case Probe::copy:
      return "copy";
    case Probe::global_read:
      return "global_read";
    case Probe::texture_read:
      return "texture_read";
    case Probe::surface_fill:
      break;
  }
  return "surface_fill";
}

}  // namespace ministencil
