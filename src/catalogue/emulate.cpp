// SPDX-License-Identifier: Apache-2.0
#include "catalogue/emulate.hpp"

#include "core/error.hpp"

namespace ministencil {

template <class T>
EmulatedLaunch<T> emulated_launch(const Kernel& kernel, const EmulatedKernel& compilation,
                                  const Launch& launch, const T* in, T* out,
                                  const Coefficients<T>& coefficients) {
  if (kernel.description.gpu_only) {
    throw InputError(std::string("kernel.name '") + kernel.name +
                     "' cannot be emulated: it uses instructions that only GPUs have; choose "
                     "another kernel or backend cuda");
  }
  if (!kernel.description.takes(order_of(coefficients.radius), precision_of<T>)) {
    throw InputError(not_taken(kernel, order_of(coefficients.radius), precision_of<T>));
  }
  return {
      .launch = launch,
      .body = compilation.body<T>(),
      .has_barriers = kernel.description.has_barriers,
      .uses_shuffles = kernel.description.uses_shuffles,
      .shared_bytes = kernel.description.shared_bytes(launch.block, sizeof(T), coefficients.radius),
      .in = in,
      .out = out,
      .coefficients = coefficients};
}

template <class T>
void emulate_sweep(Emulator& emulator, const Kernel& kernel, const KernelChoice& choice,
                   const LocalBlock& block, const Box& box, const T* in, T* out,
                   const Coefficients<T>& coefficients) {
  for (const Launch& launch : plan_launches(block, box, choice.block, choice.tile, choice.chunk)) {
    emulator.run(emulated_launch(kernel, kernel.plain, launch, in, out, coefficients));
  }
}

template EmulatedLaunch<float> emulated_launch(const Kernel&, const EmulatedKernel&, const Launch&,
                                               const float*, float*, const Coefficients<float>&);
template EmulatedLaunch<double> emulated_launch(const Kernel&, const EmulatedKernel&, const Launch&,
                                                const double*, double*,
                                                const Coefficients<double>&);
template void emulate_sweep(Emulator&, const Kernel&, const KernelChoice&, const LocalBlock&,
                            const Box&, const float*, float*, const Coefficients<float>&);
template void emulate_sweep(Emulator&, const Kernel&, const KernelChoice&, const LocalBlock&,
                            const Box&, const double*, double*, const Coefficients<double>&);

}  // namespace ministencil
