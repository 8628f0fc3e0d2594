// SPDX-License-Identifier: Apache-2.0
/// The GPUs of this machine, and which rank takes which.
#pragma once

#include <string>
#include <vector>

#include "core/box.hpp"

namespace ministencil {

struct Device {
  std::string id;    // PCI address: the same device has the same on every rank of a node
  std::string name;  // "NVIDIA H200"
};

/// GPUs that this process sees, in the runtime's order; none in a host-only build or without a
/// driver. Makes no context.
std::vector<Device> visible_devices();

/// Makes device `index` of visible_devices() the process's own: the only one it has a context on.
/// Throws MachineError if it cannot be used.
void use_device(int index);

struct DeviceMemory {
  Index free_bytes = 0, total_bytes = 0;
};
/// Of the device in use.
DeviceMemory device_memory();
/// What the machine code of the device in use is called: "sm_90".
std::string device_architecture();

/// For each rank of a node the index into the devices that it sees; `visible` holds the ids that
/// each of them sees. Ranks that see the same devices take them in turn; where a launcher has given
/// each rank one GPU of its own, each takes that one. Throws MachineError if some rank sees none.
std::vector<int> assign_devices(const std::vector<std::vector<std::string>>& visible);

/// The most ranks that an assignment puts on one device.
int most_ranks_on_a_device(const std::vector<std::vector<std::string>>& visible,
                           const std::vector<int>& assignment);

}  // namespace ministencil
