// SPDX-License-Identifier: Apache-2.0
/// CUDA's words for what lanes of a warp do together, for the host compiler, in kernel files only
/// (cuda_words.hpp). A kernel that uses them says so in its description.
#pragma once

#include "stencil/device_function.hpp"
#include "stencil/emulated_thread.hpp"

#ifndef __CUDACC__

namespace ministencil {

template <class T>
MINISTENCIL_DEVICE T shuffled(Shuffle shuffle, unsigned mask, T value, int argument, int width) {
  static_assert(sizeof(T) == 4 || sizeof(T) == 8, "shuffles move 32 or 64 bits");
  std::uint64_t bits = 0;
  __builtin_memcpy(&bits, &value, sizeof(T));
  bits = emulated_shuffle(shuffle, mask, bits, argument, width);
  __builtin_memcpy(&value, &bits, sizeof(T));
  return value;
}

}  // namespace ministencil

template <class T>
MINISTENCIL_DEVICE T __shfl_sync(unsigned mask, T value, int lane, int width = 32) {
  return ::ministencil::shuffled(::ministencil::Shuffle::index, mask, value, lane, width);
}
template <class T>
MINISTENCIL_DEVICE T __shfl_up_sync(unsigned mask, T value, unsigned lanes, int width = 32) {
  return ::ministencil::shuffled(::ministencil::Shuffle::up, mask, value, static_cast<int>(lanes),
                                 width);
}
template <class T>
MINISTENCIL_DEVICE T __shfl_down_sync(unsigned mask, T value, unsigned lanes, int width = 32) {
  return ::ministencil::shuffled(::ministencil::Shuffle::down, mask, value, static_cast<int>(lanes),
                                 width);
}
template <class T>
MINISTENCIL_DEVICE T __shfl_xor_sync(unsigned mask, T value, int flipped, int width = 32) {
  return ::ministencil::shuffled(::ministencil::Shuffle::flip, mask, value, flipped, width);
}
MINISTENCIL_DEVICE void __syncwarp(unsigned mask = 0xffffffffu) {
  ::ministencil::emulated_warp_barrier(mask);
}

#endif
