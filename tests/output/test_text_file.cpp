// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <sys/mount.h>

#include <fstream>
#include <sstream>

#include "core/error.hpp"
#include "output/file_size_limit.hpp"
#include "output/text_file.hpp"

namespace ministencil {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

class TextFile : public testing::Test {
 protected:
  TextFile() {
    std::string name = (fs::temp_directory_path() / "ministencil.XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
  }
  ~TextFile() override { fs::remove_all(folder_); }

  fs::path in(const std::string& name) const { return folder_ / name; }
  static std::string content(const fs::path& path) {
    std::ostringstream text;
    text << std::ifstream(path).rdbuf();
    return text.str();
  }
  static std::string failure(const fs::path& path, const std::string& text) {
    try {
      write_text_atomically(path, text);
    } catch (const FileError& error) {
      return error.what();
    }
    return "";
  }
  long files() const { return std::distance(fs::directory_iterator(folder_), {}); }

  fs::path folder_;
};

TEST_F(TextFile, HoldsTheTextAndNothingIsLeftBeside) {
  write_text_atomically(in("a"), "first");
  write_text_atomically(in("a"), "second\n");
  EXPECT_EQ(content(in("a")), "second\n");
  EXPECT_EQ(files(), 1);
}

TEST_F(TextFile, ReplacesASymlinkAndNotItsTarget) {
  std::ofstream(in("precious")) << "precious";
  fs::create_symlink("precious", in("a"));
  fs::create_symlink("precious", in("a.part"));
  write_text_atomically(in("a"), "text");
  EXPECT_EQ(content(in("precious")), "precious");
  EXPECT_EQ(content(in("a")), "text");
}

TEST_F(TextFile, StaysAsItWasWhenTheDiskIsFull) {
  fs::create_directory(in("small"));
  if (::mount("none", in("small").c_str(), "tmpfs", 0, "size=64k") != 0) {
    GTEST_SKIP() << "mounting a small file system needs root";
  }
  write_text_atomically(in("small/a"), "old");
  EXPECT_THAT(failure(in("small/a"), std::string(200000, 'x')), HasSubstr("No space left"));
  EXPECT_EQ(content(in("small/a")), "old");
  EXPECT_FALSE(fs::exists(in("small/a.part")));
  ::umount(in("small").c_str());
}

TEST_F(TextFile, StaysAsItWasAtTheLimitOfFileSizes) {
  write_text_atomically(in("a"), "old");
  {
    const FileSizeLimit limit(1000);
    EXPECT_THAT(failure(in("a"), std::string(2000, 'x')), HasSubstr("ulimit -f"));
  }
  EXPECT_EQ(content(in("a")), "old");
  EXPECT_EQ(files(), 1);
}

TEST_F(TextFile, CannotReplaceADirectoryOrBeInNone) {
  fs::create_directory(in("a"));
  EXPECT_THAT(failure(in("a"), "text"), HasSubstr("cannot be replaced"));
  EXPECT_THAT(failure(in("missing/a"), "text"), HasSubstr("No such file"));
  EXPECT_EQ(files(), 1);
}

}  // namespace
}  // namespace ministencil
