// SPDX-License-Identifier: Apache-2.0
#include "command/list_kernels.hpp"

#include <fmt/format.h>

#include "catalogue/catalogue.hpp"
#include "output/table.hpp"

namespace ministencil {

std::string kernel_list_text() {
  Table table({{"grid"},
               {"kernel"},
               {"block"},
               {"chunk", Table::Align::right},
               {"shared bytes (float32, order 2)", Table::Align::right},
               {"barriers"},
               {"orders"},
               {"precisions"},
               {"what it keeps where"}});
  for (const Kernel& kernel : kernel_catalogue()) {
    const KernelDescription& d = kernel.description;
    table.add({d.dimensions == 2 ? "2D" : "3D", kernel.name, text_of(d.default_block),
               d.marches ? std::to_string(d.default_chunk) : "-",
               std::to_string(d.shared_bytes(d.default_block, sizeof(float), 1)),
               d.has_barriers ? "yes" : "no", orders_text(d), precisions_text(d), d.summary});
  }
  return table.text();
}

}  // namespace ministencil
