// SPDX-License-Identifier: Apache-2.0
/// Every fault is seen by every rank, with one message, and nothing is left under a final name.
#include <gmock/gmock.h>
#include <sys/mount.h>

#include <fstream>

#include "decomposition/decomposition.hpp"
#include "output/file_size_limit.hpp"
#include "output/hdf5.hpp"
#include "output/sample_field.hpp"
#include "output/snapshot.hpp"

namespace ministencil {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

constexpr Index3 points{17, 13, 11}, large{128, 128, 64};

bool on_rank_0() { return rank_of(MPI_COMM_WORLD) == 0; }

Box my_slab(Index3 grid) {
  const Range z = share(grid.z, size_of(MPI_COMM_WORLD), rank_of(MPI_COMM_WORLD));
  return {{0, 0, z.first}, {grid.x, grid.y, z.last}};
}

/// Writes a sample of `grid` and returns the message of the error that it ends with.
std::string written(const fs::path& path, Index3 grid = points) {
  const Box owned = my_slab(grid);
  const auto values = sample_field<float>(owned);
  ExitCode code = ExitCode::files;
  const std::string message = message_of(
      [&] { write_snapshot(MPI_COMM_WORLD, path, {}, grid, owned, values.data(), 65536); }, &code);
  EXPECT_EQ(code, ExitCode::files) << message;
  EXPECT_EQ(broadcast_text(MPI_COMM_WORLD, 0, message), message) << "all ranks say the same";
  return message;
}

std::string read(const fs::path& path, Index3 grid = points) {
  MPI_Barrier(MPI_COMM_WORLD);
  const std::string message =
      message_of([&] { read_field<float>(MPI_COMM_WORLD, path, grid, 3, my_slab(grid)); });
  EXPECT_EQ(broadcast_text(MPI_COMM_WORLD, 0, message), message) << "all ranks say the same";
  return message;
}

class Faults : public testing::Test {
 protected:
  fs::path in(const std::string& name) const { return directory_.path() / name; }
  const SharedDirectory directory_{MPI_COMM_WORLD};
};

/// A file system of 2 MiB, where the caller may mount one.
class SmallDisk {
 public:
  explicit SmallDisk(const fs::path& where) : where_(where) {
    if (on_rank_0()) {
      fs::create_directory(where);
      mounted_ = ::mount("none", where.c_str(), "tmpfs", 0, "size=2m") == 0;
    }
    MPI_Bcast(&mounted_, 1, MPI_INT, 0, MPI_COMM_WORLD);
  }
  ~SmallDisk() {
    MPI_Barrier(MPI_COMM_WORLD);
    if (mounted_ && on_rank_0()) ::umount2(where_.c_str(), MNT_DETACH);
  }
  bool mounted() const { return mounted_ != 0; }

 private:
  fs::path where_;
  int mounted_ = 0;
};

TEST_F(Faults, AFullDiskIsAnErrorAndTheEarlierSnapshotStays) {
  const SmallDisk disk(in("small"));
  if (!disk.mounted()) GTEST_SKIP() << "mounting a small file system needs root";
  EXPECT_EQ(written(in("small/a.h5")), "");
  EXPECT_THAT(written(in("small/a.h5"), large),
              AllOf(HasSubstr("a.h5"), HasSubstr("No space left"), HasSubstr("--output")));
  EXPECT_FALSE(fs::exists(in("small/a.h5.part")));
  EXPECT_EQ(read(in("small/a.h5")), "");
}

TEST_F(Faults, ALimitOnFileSizesIsAnError) {
  {
    const FileSizeLimit limit(1 << 20);
    EXPECT_THAT(written(in("a.h5"), large), HasSubstr("ulimit -f"));
  }
  MPI_Barrier(MPI_COMM_WORLD);
  EXPECT_TRUE(fs::is_empty(directory_.path()));
}

TEST_F(Faults, ADirectoryUnderTheNameIsAnError) {
  if (on_rank_0()) fs::create_directory(in("a.h5"));
  EXPECT_THAT(written(in("a.h5")), HasSubstr("a.h5"));
  EXPECT_TRUE(fs::is_directory(in("a.h5")));
  EXPECT_FALSE(fs::exists(in("a.h5.part")));
}

TEST_F(Faults, AMissingDirectoryIsAnError) {
  EXPECT_THAT(written(in("missing/a.h5")), AllOf(HasSubstr("missing"), HasSubstr("--output")));
}

TEST_F(Faults, AFileWhereTheDirectoryShouldBeIsAnError) {
  if (on_rank_0()) std::ofstream(in("file")) << "x";
  EXPECT_THAT(written(in("file/a.h5")), HasSubstr("file/a.h5"));
}

TEST_F(Faults, ReadingWhatIsNoFileIsAnError) {
  EXPECT_THAT(read(in("missing.h5")), HasSubstr("there is no such file"));
  EXPECT_THAT(read(directory_.path()), HasSubstr("it is a directory"));
  EXPECT_THAT(read("/dev/null"), HasSubstr("it is not a regular file"));
}

TEST_F(Faults, ForeignFilesAreNamedAsSuch) {
  if (on_rank_0()) std::ofstream(in("text.h5")) << "temperature: 3\n";
  if (on_rank_0()) std::ofstream(in("empty.h5"));
  EXPECT_THAT(read(in("text.h5")), HasSubstr("cannot be read as HDF5"));
  EXPECT_THAT(read(in("empty.h5")), HasSubstr("cannot be read as HDF5"));
}

TEST_F(Faults, ATruncatedFileIsAnErrorWhereverItEnds) {
  ASSERT_EQ(written(in("a.h5")), "");
  const auto bytes = fs::file_size(in("a.h5"));
  for (const std::uintmax_t rest :
       {bytes - 1, bytes / 2, std::uintmax_t{3000}, std::uintmax_t{100}, std::uintmax_t{8}}) {
    MPI_Barrier(MPI_COMM_WORLD);
    if (on_rank_0()) fs::resize_file(in("a.h5"), rest);
    EXPECT_THAT(read(in("a.h5")), HasSubstr("truncated")) << rest << " bytes of " << bytes;
  }
}

TEST_F(Faults, OneFlippedBitIsFound) {
  ASSERT_EQ(written(in("a.h5")), "");
  if (on_rank_0()) {
    std::fstream file(in("a.h5"), std::ios::in | std::ios::out | std::ios::binary);
    const auto place = static_cast<std::streamoff>(fs::file_size(in("a.h5")) / 2);
    file.seekg(place);
    const int byte = file.get();
    file.seekp(place);
    file.put(static_cast<char>(byte ^ 1));
  }
  EXPECT_THAT(read(in("a.h5")), AllOf(HasSubstr("is damaged"), HasSubstr("hash")));
}

TEST_F(Faults, AnotherShapeIsAnErrorThatShowsBoth) {
  ASSERT_EQ(written(in("a.h5")), "");
  EXPECT_THAT(read(in("a.h5"), {11, 13, 17}),
              AllOf(HasSubstr("(11, 13, 17) where the grid has (17, 13, 11)")));
}

TEST_F(Faults, AnotherPrecisionIsAnError) {
  ASSERT_EQ(written(in("a.h5")), "");
  EXPECT_THAT(message_of([&] {
                read_field<double>(MPI_COMM_WORLD, in("a.h5"), points, 3, my_slab(points));
              }),
              HasSubstr("float32 where the run has float64"));
}

/// Changes a complete snapshot on rank 0.
template <class Change>
void change(const fs::path& path, Change&& apply) {
  if (on_rank_0()) {
    const Hdf5Handle file(H5Fopen(path.c_str(), H5F_ACC_RDWR, H5P_DEFAULT), H5Fclose);
    ASSERT_GE(file.id(), 0);
    apply(file.id());
  }
  MPI_Barrier(MPI_COMM_WORLD);
}

TEST_F(Faults, AMissingDatasetIsAnError) {
  ASSERT_EQ(written(in("a.h5")), "");
  change(in("a.h5"), [](hid_t file) { H5Ldelete(file, "temperature", H5P_DEFAULT); });
  EXPECT_THAT(read(in("a.h5")), HasSubstr("has no dataset 'temperature'"));
}

TEST_F(Faults, AFileWithoutAHashIsTakenAsItIs) {
  ASSERT_EQ(written(in("a.h5")), "");
  change(in("a.h5"), [](hid_t file) { H5Adelete(file, "field_hash"); });
  EXPECT_EQ(read(in("a.h5")), "");
}

TEST_F(Faults, AHashOfAnotherVersionIsRefused) {
  ASSERT_EQ(written(in("a.h5")), "");
  change(in("a.h5"), [](hid_t file) {
    const Hdf5Handle version(H5Aopen(file, "field_hash_version", H5P_DEFAULT), H5Aclose);
    const int other = 999;
    ASSERT_GE(H5Awrite(version.id(), H5T_NATIVE_INT, &other), 0);
  });
  EXPECT_THAT(read(in("a.h5")), HasSubstr("999"));
}

}  // namespace
}  // namespace ministencil
