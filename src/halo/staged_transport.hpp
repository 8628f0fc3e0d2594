// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <vector>

#include "backend/backend.hpp"
#include "halo/plan.hpp"
#include "halo/transport.hpp"

namespace ministencil {

/// Packs each face, sends it with MPI from host memory, and unpacks what arrives.
/// Works with every MPI and backend. `communicator` has to outlive it and to carry no other
/// messages with the plan's tags. Throws InputError for a face of more than 2^31 − 1 points.
template <class T>
class StagedTransport : public Transport<T> {
 public:
  StagedTransport(MPI_Comm communicator, Backend<T>& backend, const LocalBlock& block,
                  const HaloPlan& plan);
  ~StagedTransport() override;
  StagedTransport(const StagedTransport&) = delete;
  StagedTransport& operator=(const StagedTransport&) = delete;

  void start(T* field) override;
  void finish(T* field) override;

 private:
  struct Face {
    Message message;
    Staging<T> sent, received;
  };

  void begin_messages();

  Backend<T>& backend_;
  LocalBlock block_;
  std::vector<Face> faces_;
  std::vector<MPI_Request> requests_;  // persistent: receives, then sends
  bool begun_ = false;
};

}  // namespace ministencil
