// SPDX-License-Identifier: Apache-2.0
/// What a run measures outside its steps, to hold them against.
#pragma once

#include <mpi.h>

#include "command/assembly.hpp"
#include "command/machine.hpp"
#include "output/report.hpp"
#include "solver/heat_solver.hpp"

namespace ministencil {

/// Whose clock tells how long a copy takes. The device's leaves out what the host takes to start
/// it, but also the turns of other ranks on the same device.
enum class CopyClock { host, device };

/// The device's for a rank that has a GPU to itself. The host's on CPUs, where ranks may outnumber
/// cores, and on shared GPUs, whose ranks may copy one after the other.
CopyClock copy_clock_for(const Machine& machine);

/// Bytes a second, read and written, that all ranks together move when each copies its field to the
/// spare buffer: the bytes of all ranks over the time in which all of them are done. Ranks do not
/// all copy at once where they take turns on a core or a GPU, so their own speeds do not add up.
/// By the host's clock that time is from a common start until the last rank is done, over as many
/// copies as make the start and the end small beside it; by the devices' it is the slowest copy's.
/// The median of ten such times, after two copies for warm-up. Collective.
template <class T>
double copy_bandwidth(MPI_Comm communicator, Backend<T>& backend, HeatSolver<T>& solver,
                      CopyClock clock);

/// Seconds that an exchange of halos takes on its own: the median of ten, of the slowest rank.
/// Collective.
template <class T>
double halo_alone(MPI_Comm communicator, HeatSolver<T>& solver);

/// Step by step the time of the rank that took longest. Collective.
std::vector<double> slowest_rank(MPI_Comm world, const std::vector<double>& mine);

/// Sectors of this rank's phases by emulation; empty phases are left out.
std::vector<SectorRow> emulated_sectors(const Assembly& assembly, const Partition& partition);

/// The same without counts, for the reason given: points and the fewest sectors are known all the
/// same.
std::vector<SectorRow> uncounted_sectors(const Assembly& assembly, const Partition& partition,
                                         SectorSource source, const std::string& reason);

/// The same counted by the GPU while the solver replays the phases into its spare buffer, one rank
/// of the node after the other, since ranks that share a GPU have to take turns; without values,
/// and with the reason, where the hardware cannot. Collective over `node`, the ranks of this node.
template <class T>
std::vector<SectorRow> gpu_sectors(MPI_Comm node, const Assembly& assembly, HeatSolver<T>& solver);

/// What the run's kernel takes of rank 0's GPU and how busy it keeps it, by one sweep of the
/// interior while the other ranks wait; `rows` as gathered on rank 0. No value on other ranks, or
/// where the backend uses no GPU. Collective; throws MachineError if the device fails.
template <class T>
Measured<KernelProfile> kernel_profile(MPI_Comm world, const Assembly& assembly,
                                       Backend<T>& backend, HeatSolver<T>& solver,
                                       const std::vector<SectorRow>& rows);

}  // namespace ministencil
