// SPDX-License-Identifier: Apache-2.0
#include "sectors/count.hpp"

#include "core/error.hpp"

namespace ministencil {

Index chunk_of(Index planes, Index chunks) {
  if (chunks < 1) {
    throw InputError("--chunks " + std::to_string(chunks) +
                     " is no number of blocks along an axis: it has to be at least 1");
  }
  return ceil_div(planes, chunks);
}

namespace {

/// The points with `radius` others on every side.
Box less_rim(const Box& box, Index radius, int dimensions) {
  const Index3 rim{radius, radius, dimensions == 3 ? radius : 0};
  return {box.first + rim, box.last - rim};
}

}  // namespace

CountTask make_count_task(const CountRequest& request) {
  const int radius = request.launch.radius;
  const int dimensions = request.kernel.description.dimensions;
  const Boundaries fixed = all_faces(Boundary::fixed);
  const Domain domain{request.points, dimensions == 2 ? without_z(fixed) : fixed, radius};
  const Decomposition one_rank(domain, {1, 1, 1});
  const bool packed = request.layout == CountLayout::packed;
  const FieldLayout layout = packed ? packed_layout(request.points)
                                    : application_layout(request.points, halo_widths(one_rank, 0),
                                                         bytes_of(request.precision));
  LocalBlock block = local_block(one_rank, 0, layout);
  if (packed) block.inner = less_rim(block.owned, radius, dimensions);
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
