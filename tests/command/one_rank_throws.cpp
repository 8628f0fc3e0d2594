// SPDX-License-Identifier: Apache-2.0
/// Rank 2 throws what argv[1] names while the others wait for it; "agreed": all learn of it first.
#include <mpi.h>

#include <new>
#include <string>

#include "command/guard.hpp"
#include "parallel/agreement.hpp"

namespace {

using namespace ministencil;

void throw_on_rank_two(const std::string& kind) {
  if (rank_of(MPI_COMM_WORLD) != 2) return;
  if (kind == "input") throw InputError("input: no reason; no remedy");
  if (kind == "memory") throw std::bad_alloc();
  if (kind == "unknown") throw std::runtime_error("unknown");
  throw FileError("file: no reason; no remedy");
}

ExitCode body(const std::string& kind) {
  if (kind == "agreed") {
    collectively(MPI_COMM_WORLD, [&] { throw_on_rank_two(kind); });
  } else {
    throw_on_rank_two(kind);
  }
  MPI_Barrier(MPI_COMM_WORLD);
  return ExitCode::good;
}

}  // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const std::string kind = argc > 1 ? argv[1] : "";
  const int code = guarded([&] { return body(kind); });
  MPI_Finalize();
  return code;
}
