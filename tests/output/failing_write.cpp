// SPDX-License-Identifier: Apache-2.0
/// Writes a snapshot to argv[1] while all ranks but the first may only write short files: rank 0
/// reserves the space without trouble, and the others fail to write their points. Returns the exit
/// code that the error asks for.
#include <cstdio>
#include <optional>

#include "decomposition/decomposition.hpp"
#include "output/file_size_limit.hpp"
#include "output/sample_field.hpp"
#include "output/snapshot.hpp"

int main(int argc, char** argv) {
  using namespace ministencil;
  MPI_Init(&argc, &argv);
  const int rank = rank_of(MPI_COMM_WORLD);
  constexpr Index3 points{128, 128, 64};
  const Range z = share(points.z, size_of(MPI_COMM_WORLD), rank);
  const Box owned{{0, 0, z.first}, {points.x, points.y, z.last}};
  const auto values = sample_field<float>(owned);
  std::optional<FileSizeLimit> limit;
  if (rank > 0) limit.emplace(1 << 20);
  ExitCode code = ExitCode::good;
  const std::string message = message_of(
      [&] { write_snapshot(MPI_COMM_WORLD, argv[1], {}, points, owned, values.data(), 65536); },
      &code);
  if (rank == 0 && !message.empty()) std::fprintf(stderr, "ministencil: %s\n", message.c_str());
  MPI_Finalize();
  return static_cast<int>(code);
}
