// SPDX-License-Identifier: Apache-2.0
/// A catalogue with a broken kernel, for the program as it is otherwise.
#include "catalogue/catalogue.hpp"

namespace ministencil {

extern const EmulatedEntry as_it_should_be_plain, as_it_should_be_counting;
extern const EmulatedEntry float64_only_plain, float64_only_counting;
extern const EmulatedEntry other_order_plain, other_order_counting;

std::span<const Kernel> kernel_catalogue() {
  const auto kernel = [](const EmulatedEntry& plain, const EmulatedEntry& counting) {
    return Kernel{plain.name, plain.description, plain.kernel, counting.kernel};
  };
  static const Kernel kernels[] = {kernel(as_it_should_be_plain, as_it_should_be_counting),
                                   kernel(float64_only_plain, float64_only_counting),
                                   kernel(other_order_plain, other_order_counting)};
  return kernels;
}

}  // namespace ministencil
