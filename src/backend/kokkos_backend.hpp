// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/host_backend.hpp"

namespace ministencil {

/// The reference's sweep as a solver: no kernel of ours, fast on CPUs.
template <class T>
class KokkosBackend : public HostBackend<T> {
 public:
  std::string name() const override;
  void sweep(Queue, const Sweep<T>& sweep) override;
};

}  // namespace ministencil
