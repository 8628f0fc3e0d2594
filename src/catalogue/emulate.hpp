// SPDX-License-Identifier: Apache-2.0
/// Steps a field with a kernel of the catalogue on the emulator.
#pragma once

#include "catalogue/catalogue.hpp"
#include "emulator/emulator.hpp"

namespace ministencil {

/// What the emulator runs for one launch of `kernel`. `in` and `out` point at owned point (0, 0,
/// 0). Throws InputError if the kernel runs on GPUs only or does not take the coefficients' order.
template <class T>
EmulatedLaunch<T> emulated_launch(const Kernel& kernel, const EmulatedKernel& compilation,
                                  const Launch& launch, const T* in, T* out,
                                  const Coefficients<T>& coefficients);

/// Updates `box` (local coordinates) of a block once; nothing is counted. `choice` has been checked
/// by choose_launch().
template <class T>
void emulate_sweep(Emulator& emulator, const Kernel& kernel, const KernelChoice& choice,
                   const LocalBlock& block, const Box& box, const T* in, T* out,
                   const Coefficients<T>& coefficients);

}  // namespace ministencil
