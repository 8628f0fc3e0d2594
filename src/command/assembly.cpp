// SPDX-License-Identifier: Apache-2.0
#include "command/assembly.hpp"

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

KernelChoice launch_of(const Configuration& configuration) {
  const KernelSettings& wanted = configuration.kernel;
  return choose_launch(find_kernel(wanted.name, configuration.grid.dimensions),
                       wanted.block ? &*wanted.block : nullptr,
                       wanted.chunk ? &*wanted.chunk : nullptr, bytes_of(configuration.precision),
                       configuration.order);
}

Assembly assemble(const Configuration& configuration, int ranks, int rank) {
  const int bytes = bytes_of(configuration.precision);
  const Decomposition decomposition = decompose(configuration, ranks);
  const Box owned = decomposition.owned(rank);
  const FieldLayout layout =
      application_layout(owned.extent(), halo_widths(decomposition, rank), bytes);
  return {.configuration = configuration,
          .decomposition = decomposition,
          .rank = rank,
          .owned = owned,
          .layout = layout,
          .block = local_block(decomposition, rank, layout),
          .halo = make_halo_plan(decomposition, rank, layout),
          .kernel = &find_kernel(configuration.kernel.name, configuration.grid.dimensions),
          .launch = launch_of(configuration)};
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
  if (backend == BackendKind::cuda) need.device_staging = need.staging;
  if (assembly.configuration.check.reference == ReferenceKind::kokkos) {
    const Index around = 2 * assembly.block.radius;
    const Index around_z = assembly.configuration.grid.dimensions == 3 ? around : 0;
    need.reference = 2 * (extent + Index3{around, around, around_z}).product() * bytes;
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
