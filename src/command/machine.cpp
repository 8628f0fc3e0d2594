// SPDX-License-Identifier: Apache-2.0
#include "command/machine.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "backend/devices.hpp"
#include "parallel/agreement.hpp"
#include "reference/session.hpp"

namespace ministencil {

namespace {

struct Assignment {
  int device = 0;   // of this rank
  int sharing = 1;  // the most ranks of the node on one device
};

/// Agreed within the node.
Assignment assign_on_node(MPI_Comm node, const std::vector<Device>& devices, bool may_share) {
  nlohmann::json ids = nlohmann::json::array();
  for (const Device& device : devices) ids.push_back(device.id);
  const std::vector<std::string> gathered = gather_text(node, ids.dump());
  std::vector<int> assignment(size_of(node));
  int most = 1;
  collectively(node, [&] {
    if (rank_of(node) != 0) return;
    std::vector<std::vector<std::string>> visible;
    for (const std::string& text : gathered) visible.push_back(nlohmann::json::parse(text));
    assignment = assign_devices(visible);
    most = most_ranks_on_a_device(visible, assignment);
    if (most == 1 || may_share) return;
    throw MachineError(
        fmt::format("{} ranks of {} would share one GPU: start one rank a GPU, make more GPUs "
                    "visible, or allow "
                    "it with --set devices.share=true",
                    most, visible.size()));
  });
  MPI_Bcast(assignment.data(), size_of(node), MPI_INT, 0, node);
  MPI_Bcast(&most, 1, MPI_INT, 0, node);
  return {assignment[rank_of(node)], most};
}

std::string description_of(BackendKind kind, const std::vector<Device>& devices, int device) {
  switch (kind) {
    case BackendKind::cuda:
      return "cuda (" + devices[device].name + ")";
    case BackendKind::kokkos:
      return "kokkos (" + kokkos_host_space() + ")";
    default:
      return "emulator";
  }
}

}  // namespace

Machine choose_machine(MPI_Comm world, MPI_Comm node, const Configuration& configuration) {
  // CPU backends ask no driver: that takes a second where there is one.
  const bool may_use_gpu =
      configuration.backend == BackendKind::automatic || configuration.backend == BackendKind::cuda;
  std::vector<Device> devices;
  if (may_use_gpu) devices = visible_devices();
  const auto visible = static_cast<int>(devices.size());
  int fewest = 0;
  MPI_Allreduce(&visible, &fewest, 1, MPI_INT, MPI_MIN, world);
  Machine machine;
  collectively(world, [&] {
    machine.backend =
        choose_backend(configuration.backend, configuration.grid.points.product(), fewest);
  });
  Assignment mine;
  machine.device = "CPU";
  machine.model = "emulator";
  if (machine.backend.kind == BackendKind::cuda) {
    collectively(world, [&] { mine = assign_on_node(node, devices, configuration.share_devices); });
    collectively(world, [&] { use_device(mine.device); });
    machine.gpu = mine.device;
    MPI_Allreduce(&mine.sharing, &machine.sharing, 1, MPI_INT, MPI_MAX, world);
    machine.model = devices[mine.device].name;
    machine.device = fmt::format("GPU {} ({})", mine.device, devices[mine.device].name);
    if (mine.sharing > 1) {
      machine.backend.reason += fmt::format(
          "; {} ranks share a GPU: at once under NVIDIA MPS (nvidia-cuda-mps-control -d), else by "
          "turns",
          mine.sharing);
    }
  }
  machine.description = description_of(machine.backend.kind, devices, mine.device);
  return machine;
}

void require_device_memory(BackendKind kind, const MemoryNeed& need) {
  if (kind != BackendKind::cuda) return;
  const DeviceMemory memory = device_memory();
  if (need.device() <= memory.free_bytes) return;
  const auto gib = [](Index bytes) { return static_cast<double>(bytes) / (1 << 30); };
  const bool reference = need.reference_on_device() > 0;
  throw MachineError(fmt::format(
      "out of device memory: this rank needs {:.2f} GiB for its two fields{}, the GPU has {:.2f} "
      "GiB free of {:.2f}; use more GPUs or a smaller grid{} (--dry-run shows what fits)",
      gib(need.device()), reference ? " and the reference's two" : "", gib(memory.free_bytes),
      gib(memory.total_bytes), reference ? ", or check.reference: none" : ""));
}

}  // namespace ministencil
