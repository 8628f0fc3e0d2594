// SPDX-License-Identifier: Apache-2.0
#include "command/measure.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <functional>
#include <span>

#include "parallel/agreement.hpp"
#include "profile/gpu_counters.hpp"
#include "sectors/rank_sectors.hpp"

namespace ministencil {

namespace {

constexpr int warm_ups = 2, repetitions = 10;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

double median_seconds(const std::function<void()>& work, const std::function<double()>& timed) {
  for (int i = 0; i < warm_ups; ++i) work();
  std::vector<double> seconds;
  for (int i = 0; i < repetitions; ++i) seconds.push_back(timed());
  return statistics_of(seconds)->median;
}

/// Median seconds that the compute queue takes for `work`, by the backend's clock.
template <class T>
double median_on_queue(Backend<T>& backend, const std::function<void()>& work) {
  const auto stopwatch = backend.make_stopwatch(2);
  return median_seconds(work, [&] {
    stopwatch->mark(0, Queue::compute);
    work();
    stopwatch->mark(1, Queue::compute);
    return stopwatch->seconds(0, 1);
  });
}

SectorRow row_of(const Assembly& assembly, Phase phase, SectorSource source,
                 const PhaseSectors& sectors) {
  SectorRow row;
  row.rank = assembly.rank;
  row.kernel = assembly.kernel->name;
  row.phase = phase;
  row.source = source;
  row.points = sectors.points;
  row.count = Measured<SectorCount>::of({.loads = sectors.counted.loads,
                                         .stores = sectors.counted.stores,
                                         .texture_sectors = sectors.counted.texture.read_sectors,
                                         .surface_sectors = sectors.counted.texture.write_sectors});
  row.fewest = sectors.fewest.loads + sectors.fewest.stores;
  return row;
}

}  // namespace

CopyClock copy_clock_for(const Machine& machine) {
  const bool has_own_gpu = machine.backend.kind == BackendKind::cuda && machine.sharing == 1;
  return has_own_gpu ? CopyClock::device : CopyClock::host;
}

namespace {

double slowest_of(MPI_Comm communicator, double mine) {
  MPI_Allreduce(MPI_IN_PLACE, &mine, 1, MPI_DOUBLE, MPI_MAX, communicator);
  return mine;
}

/// Seconds from a common start until every rank has done `work`: the rank that leaves the first
/// barrier first sees all of it.
double seconds_of_all(MPI_Comm communicator, const std::function<void()>& work) {
  MPI_Barrier(communicator);
  const auto start = std::chrono::steady_clock::now();
  work();
  MPI_Barrier(communicator);
  return slowest_of(communicator, seconds_since(start));
}

/// Of one copy of all ranks, by the host's clock.
double copy_by_host(MPI_Comm communicator, const std::function<void()>& copy) {
  constexpr double long_beside_a_barrier = 2e-3;
  constexpr double most_copies = 1000;
  double once = 0;
  for (int i = 0; i < warm_ups; ++i) once = seconds_of_all(communicator, copy);
  const int copies =
      static_cast<int>(std::clamp(std::ceil(long_beside_a_barrier / once), 1.0, most_copies));
  std::vector<double> seconds;
  for (int i = 0; i < repetitions; ++i) {
    seconds.push_back(seconds_of_all(communicator, [&] {
      for (int j = 0; j < copies; ++j) copy();
    }));
  }
  return statistics_of(seconds)->median / copies;
}

/// The same by the clocks of the ranks' own devices.
template <class T>
double copy_by_device(MPI_Comm communicator, Backend<T>& backend,
                      const std::function<void()>& start_copy) {
  const auto stopwatch = backend.make_stopwatch(2);
  for (int i = 0; i < warm_ups; ++i) start_copy();
  std::vector<double> seconds;
  for (int i = 0; i < repetitions; ++i) {
    MPI_Barrier(communicator);  // all ranks copy at once, as they step at once
    stopwatch->mark(0, Queue::compute);
    start_copy();
    stopwatch->mark(1, Queue::compute);
    seconds.push_back(slowest_of(communicator, stopwatch->seconds(0, 1)));
  }
  return statistics_of(seconds)->median;
}

}  // namespace

template <class T>
double copy_bandwidth(MPI_Comm communicator, Backend<T>& backend, HeatSolver<T>& solver,
                      CopyClock clock) {
  const auto start_copy = [&] { solver.copy_field_to_spare(); };
  const double seconds = clock == CopyClock::device
                             ? copy_by_device(communicator, backend, start_copy)
                             : copy_by_host(communicator, [&] {
                                 start_copy();
                                 solver.wait();
                               });
  auto bytes = 2 * static_cast<double>(solver.bytes_a_field());
  MPI_Allreduce(MPI_IN_PLACE, &bytes, 1, MPI_DOUBLE, MPI_SUM, communicator);
  return bytes / seconds;
}

template <class T>
double halo_alone(MPI_Comm communicator, HeatSolver<T>& solver) {
  const auto exchange = [&] {
    solver.exchange_only();
    solver.wait();
  };
  const auto timed = [&] {
    const auto start = std::chrono::steady_clock::now();
    exchange();
    return seconds_since(start);
  };
  MPI_Barrier(communicator);
  const double mine = median_seconds(exchange, timed);
  return slowest_of(communicator, mine);
}

std::vector<double> slowest_rank(MPI_Comm world, const std::vector<double>& mine) {
  std::vector<double> slowest(mine.size());
  MPI_Allreduce(mine.data(), slowest.data(), static_cast<int>(mine.size()), MPI_DOUBLE, MPI_MAX,
                world);
  return slowest;
}

std::vector<SectorRow> emulated_sectors(const Assembly& assembly, const Partition& partition) {
  const RankSectors sectors =
      count_rank(count_task_of(assembly), partition.interior, partition.shells);
  std::vector<SectorRow> rows;
  if (sectors.interior.points > 0) {
    rows.push_back(row_of(assembly, Phase::interior, SectorSource::emulated, sectors.interior));
  }
  if (sectors.shells.points > 0) {
    rows.push_back(row_of(assembly, Phase::shells, SectorSource::emulated, sectors.shells));
  }
  return rows;
}

namespace {

/// What a row says before it is counted: the points of a phase, and the fewest sectors for them.
SectorRow uncounted_row(const Assembly& assembly, Phase phase, SectorSource source,
                        std::span<const Box> boxes) {
  PhaseSectors uncounted;
  for (const Box& box : boxes) {
    uncounted.points += box.points();
    uncounted.fewest = uncounted.fewest + fewest_sectors(assembly.layout, assembly.block, box,
                                                         assembly.configuration.precision);
  }
  return row_of(assembly, phase, source, uncounted);
}

}  // namespace

std::vector<SectorRow> uncounted_sectors(const Assembly& assembly, const Partition& partition,
                                         SectorSource source, const std::string& reason) {
  std::vector<SectorRow> rows{
      uncounted_row(assembly, Phase::interior, source, {&partition.interior, 1}),
      uncounted_row(assembly, Phase::shells, source, partition.shells)};
  std::erase_if(rows, [](const SectorRow& row) { return row.points == 0; });
  for (SectorRow& row : rows) row.count = Measured<SectorCount>::none(reason);
  return rows;
}

namespace {

/// This rank's turn: holds the counters until all its phases are counted.
template <class T>
std::vector<SectorRow> count_on_gpu(const Assembly& assembly, HeatSolver<T>& solver) {
  std::vector<SectorRow> rows =
      uncounted_sectors(assembly, solver.partition(), SectorSource::cupti, "not counted yet");
  try {
    GpuCounters counters;
    for (SectorRow& row : rows) {
      const GpuCounts counts = counters.count([&] {
        solver.replay(row.phase == Phase::interior ? HeatSolver<T>::Phase::interior
                                                   : HeatSolver<T>::Phase::shells);
        solver.wait();
      });
      row.count = Measured<SectorCount>::of(
          {counts.loads, counts.stores, counts.texture_sectors, counts.surface_sectors});
      row.traffic =
          Measured<MemoryTraffic>::of({counts.l2_reads, counts.dram_read, counts.dram_written});
    }
  } catch (const CountersUnavailable& reason) {
    for (SectorRow& row : rows) {
      if (row.count) continue;
      row.count = Measured<SectorCount>::none(reason.what());
      row.traffic = Measured<MemoryTraffic>::none(reason.what());
    }
  }
  return rows;
}

}  // namespace

template <class T>
std::vector<SectorRow> gpu_sectors(MPI_Comm node, const Assembly& assembly, HeatSolver<T>& solver) {
  std::vector<SectorRow> rows;
  for (int turn = 0; turn < size_of(node); ++turn) {
    if (turn == rank_of(node)) rows = count_on_gpu(assembly, solver);
    MPI_Barrier(node);
  }
  return rows;
}

namespace {

Measured<Utilisation> utilisation_of(SectorSource wanted, const std::function<void()>& work) {
  if (wanted != SectorSource::automatic && wanted != SectorSource::cupti) {
    return Measured<Utilisation>::none("sectors.count uses no hardware counters");
  }
  try {
    return Measured<Utilisation>::of(measure_utilisation(work));
  } catch (const CountersUnavailable& reason) {
    return Measured<Utilisation>::none(reason.what());
  }
}

/// Of rank 0's interior; the hardware's count where there is one.
Measured<SectorCount> requests_of(const std::vector<SectorRow>& rows) {
  Measured<SectorCount> found = Measured<SectorCount>::none("not counted");
  for (const SectorRow& row : rows) {
    if (row.rank == 0 && row.phase == Phase::interior && row.count) found = row.count;
  }
  return found;
}

template <class T>
Measured<KernelProfile> profile_here(const Assembly& assembly, Backend<T>& backend,
                                     HeatSolver<T>& solver, const std::vector<SectorRow>& rows) {
  const std::optional<KernelResources> resources = backend.resources();
  if (!resources) return Measured<KernelProfile>::none("the backend uses no GPU");
  const auto sweep = [&] { solver.replay(HeatSolver<T>::Phase::interior); };
  KernelProfile profile{.kernel = assembly.kernel->name,
                        .points = solver.partition().interior.points(),
                        .registers = resources->registers,
                        .shared_bytes = resources->shared_bytes,
                        .spilled_bytes = resources->spilled_bytes,
                        .occupancy_limit = resources->occupancy,
                        .seconds = median_on_queue<T>(backend, sweep),
                        .requests = requests_of(rows),
                        .utilisation = {}};
  profile.utilisation = utilisation_of(assembly.configuration.sectors, [&] {
    sweep();
    solver.wait();
  });
  return Measured<KernelProfile>::of(std::move(profile));
}

}  // namespace

template <class T>
Measured<KernelProfile> kernel_profile(MPI_Comm world, const Assembly& assembly,
                                       Backend<T>& backend, HeatSolver<T>& solver,
                                       const std::vector<SectorRow>& rows) {
  Measured<KernelProfile> profile;
  if (rank_of(world) == 0) profile = profile_here(assembly, backend, solver, rows);
  MPI_Barrier(world);  // the other ranks leave the GPU to rank 0
  return profile;
}

template Measured<KernelProfile> kernel_profile(MPI_Comm, const Assembly&, Backend<float>&,
                                                HeatSolver<float>&, const std::vector<SectorRow>&);
template Measured<KernelProfile> kernel_profile(MPI_Comm, const Assembly&, Backend<double>&,
                                                HeatSolver<double>&, const std::vector<SectorRow>&);
template std::vector<SectorRow> gpu_sectors(MPI_Comm, const Assembly&, HeatSolver<float>&);
template std::vector<SectorRow> gpu_sectors(MPI_Comm, const Assembly&, HeatSolver<double>&);
template double copy_bandwidth(MPI_Comm, Backend<float>&, HeatSolver<float>&, CopyClock);
template double copy_bandwidth(MPI_Comm, Backend<double>&, HeatSolver<double>&, CopyClock);
template double halo_alone(MPI_Comm, HeatSolver<float>&);
template double halo_alone(MPI_Comm, HeatSolver<double>&);

}  // namespace ministencil
