// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/host_backend.hpp"
#include "catalogue/catalogue.hpp"

namespace ministencil {

/// Runs a CUDA kernel's threads on the CPU, one block after another.
template <class T>
class EmulatorBackend : public HostBackend<T> {
 public:
  EmulatorBackend(const Kernel& kernel, const KernelChoice& choice)
      : kernel_(kernel), choice_(choice) {}
  std::string name() const override { return "emulator"; }
  void sweep(Queue, const Sweep<T>& sweep) override;

 private:
  const Kernel& kernel_;
  KernelChoice choice_;
};

}  // namespace ministencil
