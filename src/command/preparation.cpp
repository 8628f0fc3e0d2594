// SPDX-License-Identifier: Apache-2.0
#include "command/preparation.hpp"

#include "command/measure.hpp"
#include "command/ranks.hpp"
#include "command/version.hpp"
#include "parallel/agreement.hpp"

namespace ministencil {

RunPlan describe(MPI_Comm world, const Assembly& assembly, const Machine& machine) {
  const MemoryNeed need = memory_need(assembly, machine.backend.kind);
  return {.configuration = assembly.configuration,
          .versions = version_info(),
          .backend = machine.description,
          .backend_reason = machine.backend.reason,
          .ranks = assembly.decomposition.ranks(),
          .rows = gather_rows(world,
                              {.rank = assembly.rank,
                               .host = host_name(),
                               .device = machine.device,
                               .owned = assembly.owned,
                               .memory_bytes = need.device() + need.host_only(),
                               .halo_messages = static_cast<Index>(assembly.halo.messages.size()),
                               .halo_bytes = assembly.halo.points_sent() *
                                             bytes_of(assembly.configuration.precision)})};
}

std::unique_ptr<KokkosSession> start_kokkos(MPI_Comm world, const Configuration& configuration,
                                            const Machine& machine) {
  std::unique_ptr<KokkosSession> session;
  const bool needed = configuration.check.reference == ReferenceKind::kokkos ||
                      machine.backend.kind == BackendKind::kokkos;
  collectively(world, [&] {
    if (needed) session = std::make_unique<KokkosSession>(machine.gpu);
  });
  return session;
}

template <class T>
std::vector<SectorRow> count_sectors(MPI_Comm world, MPI_Comm node, const Assembly& assembly,
                                     BackendKind backend, HeatSolver<T>& solver) {
  const SectorSource wanted = assembly.configuration.sectors;
  const bool on_gpu = backend == BackendKind::cuda;
  std::vector<SectorRow> rows;
  collectively(world, [&] {
    if (wanted == SectorSource::automatic || wanted == SectorSource::emulated) {
      rows = emulated_sectors(assembly, solver.partition());
    }
    if (wanted == SectorSource::none) {
      rows = uncounted_sectors(assembly, solver.partition(), SectorSource::none,
                               "sectors.count is none");
    }
    if (wanted == SectorSource::cupti && !on_gpu) {
      throw InputError(
          "sectors.count: cupti counts on GPUs, but this run's backend has none; use auto or "
          "emulated");
    }
  });
  if (on_gpu && (wanted == SectorSource::automatic || wanted == SectorSource::cupti)) {
    for (SectorRow& row : gpu_sectors(node, assembly, solver)) rows.push_back(std::move(row));
  }
  return gather_sectors(world, rows);
}

template std::vector<SectorRow> count_sectors(MPI_Comm, MPI_Comm, const Assembly&, BackendKind,
                                              HeatSolver<float>&);
template std::vector<SectorRow> count_sectors(MPI_Comm, MPI_Comm, const Assembly&, BackendKind,
                                              HeatSolver<double>&);

}  // namespace ministencil
