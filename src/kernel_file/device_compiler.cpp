// SPDX-License-Identifier: Apache-2.0
#include "kernel_file/device_compiler.hpp"

namespace ministencil {

std::vector<StencilForm> forms_of(const KernelDescription& description) {
  std::vector<StencilForm> forms;
  for (const Precision precision : {Precision::float32, Precision::float64}) {
    for (int radius = 1; radius <= largest_radius; ++radius) {
      if (!description.takes(order_of(radius), precision)) continue;
      forms.push_back({precision, order_of(radius)});
    }
  }
  return forms;
}

}  // namespace ministencil
