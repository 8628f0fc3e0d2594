// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/host_backend.hpp"
#include "catalogue/emulate.hpp"

namespace ministencil {

/// Runs a CUDA kernel's threads on the CPU, one block after another.
template <class T>
class EmulatorBackend : public HostBackend<T> {
 public:
  EmulatorBackend(const Kernel& kernel, const KernelChoice& choice)
      : kernel_(kernel), choice_(choice) {}
  std::string name() const override { return "emulator"; }
  void sweep(Queue, const Sweep<T>& sweep) override {
    for (const Launch& launch : launches_of(sweep, choice_)) {
      emulator_.run(
          emulated_launch(kernel_, kernel_.plain, launch, sweep.in, sweep.out, sweep.coefficients));
    }
  }

 private:
  const Kernel& kernel_;
  KernelChoice choice_;
  Emulator emulator_;
};

}  // namespace ministencil
