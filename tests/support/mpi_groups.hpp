// SPDX-License-Identifier: Apache-2.0
/// Cuts the ranks of a test into groups, so that one job can try every number of ranks.
#pragma once

#include <mpi.h>

#include "parallel/agreement.hpp"

namespace ministencil::testing_support {

/// Groups of `size` ranks each, as many as there are; ranks left over belong to none.
class Groups {
 public:
  Groups(MPI_Comm world, int size) : count_(size_of(world) / size), index_(rank_of(world) / size) {
    const bool belongs = index_ < count_;
    MPI_Comm_split(world, belongs ? index_ : MPI_UNDEFINED, rank_of(world), &communicator_);
  }
  ~Groups() {
    if (communicator_ != MPI_COMM_NULL) MPI_Comm_free(&communicator_);
  }
  Groups(const Groups&) = delete;
  Groups& operator=(const Groups&) = delete;

  int count() const { return count_; }
  /// Whether this rank's group takes case number `number`: groups share the cases evenly.
  bool takes(int number) const {
    return communicator_ != MPI_COMM_NULL && number % count_ == index_;
  }
  MPI_Comm get() const { return communicator_; }

 private:
  int count_, index_;
  MPI_Comm communicator_ = MPI_COMM_NULL;
};

}  // namespace ministencil::testing_support
