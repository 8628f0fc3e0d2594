// SPDX-License-Identifier: Apache-2.0
#include "sectors/count.hpp"

#include "core/error.hpp"

namespace ministencil {

Index chunk_of(Index planes, Index chunks) {
  if (chunks < 1) {
    throw InputError("--chunks " + std::to_string(chunks) +
                     " is no number of blocks along z: it has to be at least 1");
  }
  return ceil_div(planes, chunks);
}

CountTask make_count_task(const CountRequest& request) {
  const Decomposition one_rank({request.points, all_faces(Boundary::fixed)}, {1, 1, 1});
  const FieldLayout layout =
      request.layout == CountLayout::packed
          ? packed_layout(request.points)
          : application_layout(request.points, {}, bytes_of(request.precision));
  const LocalBlock block = local_block(one_rank, 0, layout);
  return {.kernel = request.kernel,
          .launch = request.launch,
          .precision = request.precision,
          .weights = request.weights,
          .layout = layout,
          .block = block,
          .box = block.owned};
}

PhaseSectors count(const CountRequest& request) { return count_phase(make_count_task(request)); }

}  // namespace ministencil
