// SPDX-License-Identifier: Apache-2.0
/// What rank 0 collects from the others for its reports, and the ranks of one node.
#pragma once

#include <mpi.h>

#include <string>
#include <vector>

#include "output/report.hpp"

namespace ministencil {

/// On rank 0 the rows of all ranks, in order; elsewhere empty. Collective.
std::vector<RankRow> gather_rows(MPI_Comm communicator, const RankRow& mine);
std::vector<SectorRow> gather_sectors(MPI_Comm communicator, const std::vector<SectorRow>& mine);

/// The ranks that share this rank's node; owns its communicator.
class Node {
 public:
  explicit Node(MPI_Comm world);
  ~Node();
  Node(const Node&) = delete;
  Node& operator=(const Node&) = delete;
  MPI_Comm get() const { return communicator_; }

 private:
  MPI_Comm communicator_ = MPI_COMM_NULL;
};

std::string host_name();

}  // namespace ministencil
