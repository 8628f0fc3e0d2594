// SPDX-License-Identifier: Apache-2.0
/// Writes a series of two snapshots on a grid that is no cube into directory argv[1].
#include "decomposition/decomposition.hpp"
#include "output/sample_field.hpp"
#include "output/series.hpp"

int main(int argc, char** argv) {
  using namespace ministencil;
  MPI_Init(&argc, &argv);
  {
    constexpr Index3 points{7, 5, 11};
    const Decomposition ranks({points, all_faces(Boundary::fixed)}, {1, 3, 1});
    const Box owned = ranks.owned(rank_of(MPI_COMM_WORLD));
    auto values = sample_field<float>(owned);
    SnapshotSeries series(MPI_COMM_WORLD, argv[1], points);
    SnapshotInfo info{.spacing = {0.5, 0.25, 2.0},
                      .origin = {1, 2, 3},
                      .input = "{\"precision\": \"float32\"}",
                      .kernel = "rotated",
                      .backend = "emulator",
                      .version = "0.1.0",
                      .commit = "abc"};
    for (const Index step : {0, 20}) {
      info.step = step;
      info.time = static_cast<double>(step) * 0.1;
      series.write(info, owned, values.data());
      for (float& value : values) value += 1;
    }
  }
  MPI_Finalize();
  return 0;
}
