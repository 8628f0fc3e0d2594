// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <fstream>

#include "decomposition/decomposition.hpp"
#include "field/hash.hpp"
#include "output/hdf5.hpp"
#include "output/sample_field.hpp"
#include "output/snapshot.hpp"

namespace ministencil {
namespace {

namespace fs = std::filesystem;

constexpr Index3 points{7, 5, 11};
constexpr Box whole{{0, 0, 0}, points};

const SnapshotInfo info{.time = 2.5,
                        .step = 20,
                        .spacing = {0.5, 1.0, 2.0},
                        .origin = {0, 0, 0},
                        .input = "{\"time\": {\"steps\": 20}}",
                        .kernel = "rotated",
                        .backend = "emulator",
                        .version = "0.1.0",
                        .commit = "abc"};

Box owned_by(MPI_Comm communicator, Index3 grid = points) {
  const Domain domain{grid, all_faces(Boundary::fixed)};
  const RankGrid ranks = choose_rank_grid(domain, size_of(communicator));
  return Decomposition(domain, ranks).owned(rank_of(communicator));
}

template <class T>
class Snapshot : public testing::Test {};
using Precisions = testing::Types<float, double>;
TYPED_TEST_SUITE(Snapshot, Precisions);

TYPED_TEST(Snapshot, WrittenByAnyNumberOfRanksIsReadBackByAnyOther) {
  const SharedDirectory directory(MPI_COMM_WORLD);
  for (int writers = 1; writers <= size_of(MPI_COMM_WORLD); ++writers) {
    const fs::path path = directory.path() / ("from" + std::to_string(writers) + ".h5");
    const FirstRanks some(writers);
    if (some.member()) {
      const Box owned = owned_by(some.get());
      const auto values = sample_field<TypeParam>(owned);
      write_snapshot(some.get(), path, info, points, owned, values.data());
    }
    MPI_Barrier(MPI_COMM_WORLD);
    const Box owned = owned_by(MPI_COMM_WORLD);
    EXPECT_EQ(read_field<TypeParam>(MPI_COMM_WORLD, path, points, 3, owned),
              sample_field<TypeParam>(owned));
  }
}

TYPED_TEST(Snapshot, HasTheHashOfOneRankWhoeverWritesIt) {
  const SharedDirectory directory(MPI_COMM_WORLD);
  const auto all = sample_field<TypeParam>(whole);
  const Box owned = owned_by(MPI_COMM_WORLD);
  const auto values = sample_field<TypeParam>(owned);
  EXPECT_EQ(
      write_snapshot(MPI_COMM_WORLD, directory.path() / "a.h5", info, points, owned, values.data()),
      hash_part(all.data(), whole, points));
}

/// Pieces of 12 bytes: no row fits, and ranks make different numbers of calls.
TYPED_TEST(Snapshot, IsTheSameInTinyPieces) {
  const SharedDirectory directory(MPI_COMM_WORLD);
  const fs::path path = directory.path() / "a.h5";
  const Box owned = owned_by(MPI_COMM_WORLD);
  const auto values = sample_field<TypeParam>(owned);
  write_snapshot(MPI_COMM_WORLD, path, info, points, owned, values.data(), 12);
  EXPECT_EQ(read_field<TypeParam>(MPI_COMM_SELF, path, points, 3, whole, 12),
            sample_field<TypeParam>(whole));
}

TYPED_TEST(Snapshot, LetsRanksOwnNothing) {
  const SharedDirectory directory(MPI_COMM_WORLD);
  const fs::path path = directory.path() / "a.h5";
  const Box owned = rank_of(MPI_COMM_WORLD) == 1 ? whole : Box{};
  const auto values = sample_field<TypeParam>(owned);
  write_snapshot(MPI_COMM_WORLD, path, info, points, owned, values.data(), 64);
  EXPECT_EQ(read_field<TypeParam>(MPI_COMM_SELF, path, points, 3, whole),
            sample_field<TypeParam>(whole));
}

TYPED_TEST(Snapshot, ReplacesAnEarlierOneAndLeavesNothingElse) {
  const SharedDirectory directory(MPI_COMM_WORLD);
  const fs::path path = directory.path() / "a.h5";
  const Box owned = owned_by(MPI_COMM_WORLD);
  for (const TypeParam offset : {TypeParam(0), TypeParam(1)}) {
    auto values = sample_field<TypeParam>(owned);
    for (TypeParam& value : values) value += offset;
    write_snapshot(MPI_COMM_WORLD, path, info, points, owned, values.data());
  }
  EXPECT_EQ(read_field<TypeParam>(MPI_COMM_SELF, path, points, 3, whole).front(),
            static_cast<TypeParam>(sample_value(0, 0, 0) + 1));
  EXPECT_EQ(std::distance(fs::directory_iterator(directory.path()), {}), 1);
}

TYPED_TEST(Snapshot, ReplacesASymlinkAndNotItsTarget) {
  const SharedDirectory directory(MPI_COMM_WORLD);
  const fs::path path = directory.path() / "a.h5", target = directory.path() / "precious";
  if (rank_of(MPI_COMM_WORLD) == 0) {
    std::ofstream(target) << "precious";
    fs::create_symlink(target, path);
    fs::create_symlink(target, directory.path() / "a.h5.part");
  }
  MPI_Barrier(MPI_COMM_WORLD);
  const Box owned = owned_by(MPI_COMM_WORLD);
  const auto values = sample_field<TypeParam>(owned);
  write_snapshot(MPI_COMM_WORLD, path, info, points, owned, values.data());
  EXPECT_FALSE(fs::is_symlink(path));
  std::string text;
  std::ifstream(target) >> text;
  EXPECT_EQ(text, "precious");
}

TYPED_TEST(Snapshot, IsReadThroughASymlink) {
  const SharedDirectory directory(MPI_COMM_WORLD);
  const fs::path path = directory.path() / "a.h5", link = directory.path() / "link.h5";
  const Box owned = owned_by(MPI_COMM_WORLD);
  const auto values = sample_field<TypeParam>(owned);
  write_snapshot(MPI_COMM_WORLD, path, info, points, owned, values.data());
  if (rank_of(MPI_COMM_WORLD) == 0) fs::create_symlink("a.h5", link);
  MPI_Barrier(MPI_COMM_WORLD);
  EXPECT_EQ(read_field<TypeParam>(MPI_COMM_WORLD, link, points, 3, owned), values);
}

TYPED_TEST(Snapshot, RefusesBoxesThatAreNotTheWholeField) {
  const SharedDirectory directory(MPI_COMM_WORLD);
  Box owned = owned_by(MPI_COMM_WORLD);
  if (rank_of(MPI_COMM_WORLD) == 1) owned.last.x -= 1;
  const auto values = sample_field<TypeParam>(owned);
  EXPECT_THROW(
      write_snapshot(MPI_COMM_WORLD, directory.path() / "a.h5", info, points, owned, values.data()),
      AgreedError);
  EXPECT_TRUE(fs::is_empty(directory.path()));
}

TYPED_TEST(Snapshot, TakesAboutTheBytesThatAreForeseen) {
  const SharedDirectory directory(MPI_COMM_WORLD);
  const fs::path path = directory.path() / "a.h5";
  constexpr Index3 large{64, 32, 40};
  const Box owned = owned_by(MPI_COMM_WORLD, large);
  const auto values = sample_field<TypeParam>(owned);
  write_snapshot(MPI_COMM_WORLD, path, info, large, owned, values.data());
  const Index foreseen = snapshot_bytes(large, sizeof(TypeParam));
  EXPECT_LE(static_cast<Index>(fs::file_size(path)), foreseen);
  EXPECT_GE(static_cast<Index>(fs::file_size(path)), foreseen - 16384);
}

}  // namespace
}  // namespace ministencil
