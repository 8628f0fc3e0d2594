// SPDX-License-Identifier: Apache-2.0
#include "command/assembly.hpp"

#include <algorithm>

#include "backend/backend.hpp"
#include "core/error.hpp"
#include "reference/subdomain.hpp"
#include "solver/heat_solver.hpp"
#include "stencil/coefficients.hpp"

namespace ministencil {

namespace {

Decomposition decompose(const Configuration& configuration, int ranks) {
  const Domain domain{configuration.grid.points, configuration.heat.boundary,
                      radius_of(configuration.order)};
  return {domain, configuration.decomposition
                      ? check_rank_grid(domain, ranks, *configuration.decomposition)
                      : choose_rank_grid(domain, ranks)};
}

}  // namespace

/// A plain kernel has the formula, the whole grid and rows back to back built in.
void require_plain(const Configuration& c, int ranks) {
  const auto refuse = [&](const std::string& reason) {
    throw InputError("kernel.file '" + c.kernel.name + "' is a plain kernel, which " + reason +
                     "; write it in the variant form for more (kernels/README.md)");
  };
  const Index3& n = c.grid.points;
  const auto& h = c.grid.spacing;
  const bool is_flat = c.grid.dimensions == 2;
  const Boundaries fixed = all_faces(Boundary::fixed);
  if (ranks != 1) refuse("runs on one rank only, and there are " + std::to_string(ranks));
  if (n.x != n.y || (!is_flat && n.y != n.z)) {
    refuse("updates cubes and squares only, and grid.points is neither");
  }
  if (c.heat.boundary != (is_flat ? without_z(fixed) : fixed)) refuse("wants all faces fixed");
  if (c.order != 2) refuse("is of order 2, and order is " + std::to_string(c.order));
  if (c.precision != Precision::float32) refuse("is for float32");
  if (h[0] != h[1] || (!is_flat && h[1] != h[2]) || c.time.diffusion_number != 0.125) {
    refuse("has the diffusion number 0.125 and equal spacing built in");
  }
}

UsedKernel catalogue_kernel(const Configuration& configuration) {
  const KernelSettings& wanted = configuration.kernel;
  if (!wanted.file) return {&find_kernel(wanted.name, configuration.grid.dimensions)};
  throw InputError("kernel.file '" + wanted.file->path +
                   "' is for runs of ministencil INPUT; use kernel.name here");
}

KernelChoice launch_of(const Configuration& configuration, const UsedKernel& used) {
  const KernelSettings& wanted = configuration.kernel;
  return choose_launch(*used.kernel, wanted.block ? &*wanted.block : nullptr,
                       wanted.chunk ? &*wanted.chunk : nullptr, bytes_of(configuration.precision),
                       configuration.order);
}

Assembly assemble(const Configuration& configuration, int ranks, int rank) {
  return assemble(configuration, catalogue_kernel(configuration), ranks, rank);
}

Assembly assemble(const Configuration& configuration, const UsedKernel& used, int ranks, int rank) {
  const bool is_plain = used.form == KernelForm::plain;
  if (is_plain) require_plain(configuration, ranks);
  const int bytes = bytes_of(configuration.precision);
  const Decomposition decomposition = decompose(configuration, ranks);
  const Box owned = decomposition.owned(rank);
  const FieldLayout layout =
      is_plain ? packed_layout(owned.extent())
               : application_layout(owned.extent(), halo_widths(decomposition, rank), bytes);
  return {.configuration = configuration,
          .decomposition = decomposition,
          .rank = rank,
          .owned = owned,
          .layout = layout,
          .block = local_block(decomposition, rank, layout),
          .halo = make_halo_plan(decomposition, rank, layout),
          .kernel = used.kernel,
          .launch = launch_of(configuration, used)};
}

Partition partition_of(const Assembly& assembly) {
  return partition_for(assembly.configuration.halo.overlap ? Overlap::on : Overlap::off,
                       assembly.layout, assembly.halo, assembly.block.radius);
}

ReferenceSpace reference_space_of(BackendKind backend) {
  return backend == BackendKind::cuda ? reference_space_for_gpu() : ReferenceSpace::host;
}

MemoryNeed memory_need(const Assembly& assembly, BackendKind backend) {
  const Index bytes = bytes_of(assembly.configuration.precision);
  const Index3 extent = assembly.owned.extent();
  MemoryNeed need;
  need.reference_space = reference_space_of(backend);
  need.fields = 2 * assembly.layout.elements * bytes;
  for (const Message& message : assembly.halo.messages) {
    need.staging += (message.sent.points() + message.received.points()) * bytes;
  }
  if (backend == BackendKind::cuda && assembly.kernel->description.textures) {
    need.fields += 2 * std::min(assembly.layout.elements, most_copied_at_once) * bytes;
  }
  if (backend == BackendKind::cuda) need.device_staging = need.staging;
  if (assembly.configuration.check.reference == ReferenceKind::kokkos) {
    const Placement placement{extent, layers_around(assembly.decomposition.domain())};
    need.reference = 2 * placement.elements() * bytes;
  }
  need.values = extent.product() * bytes;
  return need;
}

CountTask count_task_of(const Assembly& assembly) {
  const Configuration& c = assembly.configuration;
  const bool equal = with_element_type(c.precision, [&]<class T>() {
    return make_coefficients<T>(c.time.diffusion_number, c.grid.spacing, c.order).isotropic();
  });
  return {.kernel = *assembly.kernel,
          .launch = assembly.launch,
          .precision = c.precision,
          .weights = equal ? Weights::equal : Weights::per_axis,
          .layout = assembly.layout,
          .block = assembly.block,
          .box = {}};
}

}  // namespace ministencil
