// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <fstream>

#include "output/directory.hpp"
#include "output/names.hpp"
#include "output/sample_field.hpp"

namespace ministencil {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;

class Directory : public testing::Test {
 protected:
  fs::path in(const std::string& name) const { return directory_.path() / name; }

  /// Runs on rank 0 while the others wait.
  template <class Body>
  static void once(Body&& body) {
    if (rank_of(MPI_COMM_WORLD) == 0) body();
    MPI_Barrier(MPI_COMM_WORLD);
  }
  static void write(const fs::path& path) { std::ofstream(path) << "text"; }

  /// The message of the refusal, the same on all ranks, or "".
  static std::string refusal(const fs::path& path, EarlierRun earlier = EarlierRun::refuse,
                             Index bytes = 0, OutputOf command = OutputOf::run) {
    ExitCode code = ExitCode::files;
    const std::string message = message_of(
        [&] { prepare_directory(MPI_COMM_WORLD, path, earlier, bytes, command); }, &code);
    EXPECT_EQ(code, ExitCode::files);
    EXPECT_EQ(broadcast_text(MPI_COMM_WORLD, 0, message), message);
    return message;
  }

  const SharedDirectory directory_{MPI_COMM_WORLD};
};

TEST_F(Directory, IsCreatedWithItsParentsAndLeftEmpty) {
  EXPECT_EQ(refusal(in("results/deep/run")), "");
  once([&] { EXPECT_TRUE(fs::is_empty(in("results/deep/run"))); });
  EXPECT_EQ(refusal(in("results/deep/run")), "") << "an empty one is no earlier run";
}

TEST_F(Directory, MayBeASymlinkToOne) {
  once([&] {
    fs::create_directory(in("real"));
    fs::create_directory_symlink(in("real"), in("link"));
  });
  EXPECT_EQ(refusal(in("link")), "");
}

TEST_F(Directory, ThatIsADanglingSymlinkIsRefused) {
  once([&] { fs::create_symlink("nowhere", in("link")); });
  EXPECT_THAT(refusal(in("link")), AllOf(HasSubstr("symlink to 'nowhere'"), HasSubstr("link'")));
}

TEST_F(Directory, ThatIsAFileOrUnderOneIsRefused) {
  once([&] { write(in("file")); });
  EXPECT_THAT(refusal(in("file")), AllOf(HasSubstr("not a directory"), HasSubstr("--output")));
  EXPECT_THAT(refusal(in("file/below")), HasSubstr("file/below"));
}

/// Root may write anywhere but where the system has no files to write.
TEST_F(Directory, ThatCannotBeWrittenIsRefused) {
  EXPECT_THAT(refusal("/proc"), AllOf(HasSubstr("'/proc' cannot be written to"), HasSubstr(";")));
  EXPECT_THAT(refusal("/proc/results"), HasSubstr("/proc/results"));
}

TEST_F(Directory, WithoutSpaceIsRefusedWithNeedAndHave) {
  EXPECT_THAT(refusal(in("run"), EarlierRun::refuse, Index{1} << 60),
              AllOf(HasSubstr("1.153 EB"), HasSubstr("are free")));
}

TEST_F(Directory, OfAnEarlierRunIsRefusedAndUntouched) {
  for (const std::string& sign : {std::string(run_json_name), snapshot_name(7)}) {
    once([&] { write(in(sign)); });
    EXPECT_THAT(refusal(directory_.path()), AllOf(HasSubstr(sign), HasSubstr("earlier run")));
    once([&] {
      EXPECT_TRUE(fs::exists(in(sign)));
      fs::remove(in(sign));
    });
  }
}

TEST_F(Directory, OverwrittenLosesTheFilesOfARunAndNoOthers) {
  const std::vector<std::string> ours{"run.json", "sectors.csv", "snapshots.xdmf", snapshot_name(0),
                                      snapshot_name(20) + ".part"};
  const std::vector<std::string> others{"notes.txt", "snapshot_best.h5", "snapshot_1.h5",
                                        "run.json~", "snapshots.xdmf.bak"};
  once([&] {
    for (const auto& name : ours) write(in(name));
    for (const auto& name : others) write(in(name));
  });
  EXPECT_EQ(refusal(directory_.path(), EarlierRun::overwrite), "");
  for (const auto& name : ours) EXPECT_FALSE(fs::exists(in(name))) << name;
  for (const auto& name : others) EXPECT_TRUE(fs::exists(in(name))) << name;
}

TEST_F(Directory, KeepsWhatOtherCommandsWroteAndWhatAComparisonWillReplace) {
  once([&] {
    for (const char* name : {"run.json", "compare.json", "compare.csv"}) write(in(name));
  });
  const auto refusal_of_comparison = [&](EarlierRun earlier) {
    return refusal(directory_.path(), earlier, 0, OutputOf::comparison);
  };
  EXPECT_THAT(refusal_of_comparison(EarlierRun::refuse),
              HasSubstr("holds an earlier comparison ('compare."));
  EXPECT_EQ(refusal_of_comparison(EarlierRun::overwrite), "");
  once([&] { EXPECT_TRUE(fs::exists(in("compare.json")) && fs::exists(in("run.json"))); });
  EXPECT_EQ(refusal(directory_.path(), EarlierRun::overwrite), "");
  once([&] { EXPECT_TRUE(fs::exists(in("compare.json")) && !fs::exists(in("run.json"))); });
  once([&] { fs::remove(in("compare.json")); });
  EXPECT_EQ(refusal_of_comparison(EarlierRun::refuse), "") << "compare.csv alone is no sign";
}

TEST_F(Directory, OfAnEarlierSweepIsRefusedToASweepAlone) {
  once([&] { write(in("tune.json")); });
  EXPECT_THAT(refusal(directory_.path(), EarlierRun::refuse, 0, OutputOf::sweep),
              HasSubstr("holds an earlier sweep ('tune.json"));
  EXPECT_EQ(refusal(directory_.path(), EarlierRun::overwrite, 0, OutputOf::sweep), "");
  EXPECT_EQ(refusal(directory_.path(), EarlierRun::refuse), "");
  once([&] { EXPECT_TRUE(fs::exists(in("tune.json"))); });
}

TEST_F(Directory, RefusedForWantOfSpaceKeepsTheEarlierRun) {
  once([&] { write(in("run.json")); });
  EXPECT_NE(refusal(directory_.path(), EarlierRun::overwrite, Index{1} << 60), "");
  EXPECT_TRUE(fs::exists(in("run.json")));
}

TEST(Names, SortByStepAndAreKnown) {
  EXPECT_LT(snapshot_name(999999999), snapshot_name(Index{1} << 32));
  EXPECT_TRUE(is_output_name(snapshot_name(Index{1} << 40), OutputOf::run));
  EXPECT_FALSE(is_sign_of(OutputOf::run, snapshot_name(3) + ".part"));
  EXPECT_FALSE(is_output_name("snapshot_.h5", OutputOf::run));
}

}  // namespace
}  // namespace ministencil
