// SPDX-License-Identifier: Apache-2.0
#include "stencil/cuda_words.hpp"
namespace ministencil {
EmulatedThread emulated_thread{};
void emulated_barrier() {}
}  // namespace ministencil
