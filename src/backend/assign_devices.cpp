// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <map>

#include "backend/devices.hpp"
#include "core/error.hpp"

namespace ministencil {

std::vector<int> assign_devices(const std::vector<std::vector<std::string>>& visible) {
  std::map<std::vector<std::string>, int> ranks_seeing;  // so far
  std::vector<int> assignment;
  for (const auto& devices : visible) {
    if (devices.empty()) {
      throw MachineError(
          "backend: cuda: this rank sees no GPU: there is none, its driver does not answer, or "
          "CUDA_VISIBLE_DEVICES hides it; check nvidia-smi, or use backend: auto");
    }
    assignment.push_back(ranks_seeing[devices]++ % static_cast<int>(devices.size()));
  }
  return assignment;
}

int most_ranks_on_a_device(const std::vector<std::vector<std::string>>& visible,
                           const std::vector<int>& assignment) {
  std::map<std::string, int> ranks;
  int most = 0;
  for (std::size_t rank = 0; rank < visible.size(); ++rank) {
    most = std::max(most, ++ranks[visible[rank][assignment[rank]]]);
  }
  return most;
}

}  // namespace ministencil
