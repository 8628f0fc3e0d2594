// SPDX-License-Identifier: Apache-2.0
/// Failing together: when one rank fails, all of them learn it before any waits for it.
#pragma once

#include <mpi.h>

#include <functional>
#include <string>
#include <vector>

#include "core/error.hpp"

namespace ministencil {

/// An error that every rank of the communicator throws at the same place: the ranks can end in good
/// order, and only one needs to print it.
struct AgreedError : Error {
  using Error::Error;
};

/// Runs `body` on every rank of `communicator`, then agrees: if it threw on any rank, every rank
/// throws an AgreedError with the code and message of the lowest rank that failed ("rank 2: …").
/// `body` must not call collectives that a rank that throws early would miss.
void collectively(MPI_Comm communicator, const std::function<void()>& body);

/// The text of rank `root`, on every rank. Texts beyond 2 GiB are refused.
std::string broadcast_text(MPI_Comm communicator, int root, const std::string& text);

/// On rank 0 the texts of all ranks in order; elsewhere empty.
std::vector<std::string> gather_text(MPI_Comm communicator, const std::string& text);

int rank_of(MPI_Comm communicator);
int size_of(MPI_Comm communicator);

}  // namespace ministencil
