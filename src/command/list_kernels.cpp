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
               {"shared bytes", Table::Align::right},
               {"barriers"},
               {"orders"},
               {"precisions"}});
  Table summaries({{"grid"}, {"kernel"}, {"what it keeps where"}});
  for (const Kernel& kernel : kernel_catalogue()) {
    const KernelDescription& d = kernel.description;
    const std::string grid = d.dimensions == 2 ? "2D" : "3D";
    table.add({grid, kernel.name, text_of(d.default_block),
               d.marches ? std::to_string(d.default_chunk) : "-",
               std::to_string(d.shared_bytes(d.default_block, sizeof(float), 1)),
               d.has_barriers ? "yes" : "no", orders_text(d), precisions_text(d)});
    summaries.add({grid, kernel.name, d.summary});
  }
  return table.text() + "\nShared bytes: of a block in float32 at order 2\n" + summaries.text();
}

}  // namespace ministencil
