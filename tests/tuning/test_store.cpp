// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <atomic>
#include <barrier>
#include <cstdlib>
#include <fstream>
#include <thread>

#include "core/error.hpp"
#include "tuning/store.hpp"

namespace ministencil {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
namespace fs = std::filesystem;

TunedLaunch launch_for(const std::string& kernel, const std::string& device = "NVIDIA H200") {
  return {.tuned_for = {.kernel = kernel,
                        .dimensions = 3,
                        .order = 4,
                        .precision = Precision::float64,
                        .device = device},
          .block = {64, 8, 1},
          .chunk = 16,
          .measure = RankedBy::seconds,
          .points = {512, 256, 128},
          .date = "2026-01-02T03:04:05Z",
          .program = "1.2.3"};
}

class Store : public testing::Test {
 protected:
  Store() {
    std::string name = (fs::temp_directory_path() / "store.XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
    path_ = folder_ / "cache" / "tuned.json";
  }
  ~Store() override { fs::remove_all(folder_); }
  void write(const std::string& text) {
    fs::create_directories(path_.parent_path());
    std::ofstream(path_) << text;
  }
  std::string text() const {
    std::ifstream file(path_);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  std::string problem() {
    try {
      read_store(path_);
    } catch (const FileError& error) {
      return error.what();
    }
    return "accepted";
  }

  fs::path folder_, path_;
};

TEST_F(Store, OfNoFileIsEmpty) { EXPECT_THAT(read_store(path_), IsEmpty()); }

TEST_F(Store, GivesBackWhatWasRemembered) {
  remember(path_, launch_for("naive"));
  EXPECT_THAT(read_store(path_), ElementsAre(launch_for("naive")));
  EXPECT_EQ(find_tuned(read_store(path_), launch_for("naive").tuned_for), launch_for("naive"));
}

TEST_F(Store, TellsApartEverythingThatALaunchIsTunedFor) {
  remember(path_, launch_for("naive"));
  const std::vector<TunedLaunch> all = read_store(path_);
  TunedFor other = launch_for("naive").tuned_for;
  const auto misses = [&](auto change) {
    TunedFor changed = other;
    change(changed);
    return !find_tuned(all, changed);
  };
  EXPECT_TRUE(misses([](TunedFor& t) { t.kernel = "rotated"; }));
  EXPECT_TRUE(misses([](TunedFor& t) { t.dimensions = 2; }));
  EXPECT_TRUE(misses([](TunedFor& t) { t.order = 2; }));
  EXPECT_TRUE(misses([](TunedFor& t) { t.precision = Precision::float32; }));
  EXPECT_TRUE(misses([](TunedFor& t) { t.device = "emulator"; }));
  EXPECT_FALSE(misses([](TunedFor&) {}));
}

TEST_F(Store, GivesBackALaunchThatWalksNothing) {
  TunedLaunch flat = launch_for("halo_tile");
  flat.tuned_for.dimensions = 2;
  flat.chunk = 0;
  remember(path_, flat);
  EXPECT_THAT(read_store(path_), ElementsAre(flat));
}

TEST_F(Store, KeepsOtherLaunchesAndReplacesTheSameOne) {
  remember(path_, launch_for("naive"));
  remember(path_, launch_for("naive", "emulator"));
  TunedLaunch better = launch_for("naive");
  better.block = {32, 4, 1};
  remember(path_, better);
  EXPECT_THAT(read_store(path_), ElementsAre(launch_for("naive", "emulator"), better));
}

TEST_F(Store, LosesNothingOfThoseWhoWriteAtOnce) {
  constexpr int writers = 4, launches = 8;
  std::barrier all_are_there(writers);
  std::atomic<int> failures = 0;
  {
    std::vector<std::jthread> threads;
    for (int writer = 0; writer < writers; ++writer) {
      threads.emplace_back([&, writer] {
        for (int i = 0; i < launches; ++i) {
          all_are_there.arrive_and_wait();
          try {
            remember(path_, launch_for(std::to_string(writer) + " " + std::to_string(i)));
          } catch (const FileError&) {
            ++failures;
          }
        }
      });
    }
  }
  EXPECT_EQ(failures, 0);
  EXPECT_EQ(read_store(path_).size(), std::size_t{writers * launches});
}

TEST_F(Store, LeavesNoOtherFileBehind) {
  remember(path_, launch_for("naive"));
  EXPECT_EQ(std::distance(fs::directory_iterator(path_.parent_path()), fs::directory_iterator{}),
            1);
}

TEST_F(Store, ThatIsDamagedIsNamedAndLeftAlone) {
  const std::string whole = store_text({launch_for("naive")});
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = whole;
    return text.replace(text.find(from), from.size(), to);
  };
  const std::vector<std::string> damaged = {
      "",
      whole.substr(0, whole.size() / 2),
      "[]",
      "{\"schema_version\": 1}",
      "not JSON",
      changed("16", "0"),
      changed("16", "1.5"),
      changed("\"naive\"", "7"),
      changed("float64", "float63"),
      changed("64,", "99999999999,"),
      changed("16", "99999999999999999999"),
      changed("\"schema_version\": 1", "\"schema_version\": 2")};
  for (const std::string& text : damaged) {
    write(text);
    EXPECT_THAT(problem(), AllOf(HasSubstr(path_.string()), HasSubstr("; remove the file")))
        << text;
    EXPECT_THROW(remember(path_, launch_for("rotated")), FileError) << text;
    EXPECT_EQ(this->text(), text);
  }
}

TEST_F(Store, ThatIsNoFileOrHasNoPlaceIsRefused) {
  fs::create_directories(path_);
  EXPECT_THAT(problem(), HasSubstr("no regular file"));
  std::ofstream(folder_ / "file") << "x";
  EXPECT_THROW(remember(folder_ / "file" / "tuned.json", launch_for("naive")), FileError);
}

}  // namespace
}  // namespace ministencil
