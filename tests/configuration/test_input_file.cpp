// SPDX-License-Identifier: Apache-2.0
/// Files of every kind, and inputs made to exhaust time or memory.
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "configuration/refusal.hpp"

namespace ministencil {
namespace {

using testing::AllOf;
using testing::HasSubstr;

/// A directory of its own for each test, removed afterwards.
class InputFile : public testing::Test {
 protected:
  InputFile() {
    std::string name = (std::filesystem::temp_directory_path() / "ministencil-XXXXXX").string();
    if (!mkdtemp(name.data())) throw std::runtime_error("mkdtemp failed");
    folder_ = name;
  }
  ~InputFile() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::string written(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }

 private:
  std::filesystem::path folder_;
};

long peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return usage.ru_maxrss / 1024;
}

/// The code and message of reading `path`.
std::string outcome(const std::string& path) {
  try {
    read_configuration(path, {});
  } catch (const Error& error) {
    return std::to_string(static_cast<int>(error.code())) + " " + error.what();
  }
  return "accepted";
}

TEST_F(InputFile, IsReadWithItsOverrides) {
  const std::string file = written("plate.yaml", "time: {steps: 5}\n");
  const Configuration c = read_configuration(file, {"time.steps=6"});
  EXPECT_EQ(c.time.steps, 6);
  EXPECT_EQ(c.source, file);
  EXPECT_EQ(c.output.directory, "results/plate");
}

TEST_F(InputFile, ThatCannotBeReadIsAFileError) {
  EXPECT_THAT(outcome(path("none.yaml")), AllOf(HasSubstr("4 " + path("none.yaml")),
                                                HasSubstr("No such file"), HasSubstr("check")));
  EXPECT_THAT(outcome(path("")), AllOf(HasSubstr("4 "), HasSubstr("is a directory")));
  EXPECT_THAT(outcome(""), HasSubstr("4 : cannot be read"));
  EXPECT_THAT(outcome("/dev/zero"), HasSubstr("4 /dev/zero: is a pipe or a device"));
  EXPECT_THAT(outcome("/proc/self/mem"), HasSubstr("4 /proc/self/mem: cannot be read"));
}

TEST_F(InputFile, ThatIsAPipeDoesNotHang) {
  ASSERT_EQ(mkfifo(path("pipe").c_str(), 0600), 0);
  EXPECT_THAT(outcome(path("pipe")), HasSubstr("is a pipe or a device"));
}

TEST_F(InputFile, WithoutPermissionIsAFileError) {
  const std::string file = written("secret.yaml", "{}");
  ASSERT_EQ(chmod(file.c_str(), 0), 0);
  const uid_t user = geteuid();
  constexpr uid_t nobody = 65534;
  ASSERT_EQ(seteuid(user == 0 ? nobody : user), 0) << "root may read everything";
  const std::string result = outcome(file);
  ASSERT_EQ(seteuid(user), 0);
  EXPECT_THAT(result, AllOf(HasSubstr("4 "), HasSubstr("Permission denied")));
}

TEST_F(InputFile, ThatIsEmptyIsAnInputError) {
  EXPECT_THAT(outcome(written("empty.yaml", "")), AllOf(HasSubstr("2 "), HasSubstr("empty:")));
}

TEST_F(InputFile, OfAHundredMegabytesIsNotReadWhole) {
  const std::string file = written("huge.yaml", "");
  std::filesystem::resize_file(file, 100'000'000);
  const long before = peak_megabytes();
  EXPECT_THAT(outcome(file), AllOf(HasSubstr("2 " + file), HasSubstr("at most 1 MiB")));
  EXPECT_LT(peak_megabytes() - before, 50);
}

TEST_F(InputFile, OfExactlyTheLimitIsRead) {
  std::string text = "time: {steps: 5}\n#";
  text.resize(std::size_t{1} << 20, 'x');
  EXPECT_EQ(outcome(written("full.yaml", text)), "accepted");
  EXPECT_THAT(outcome(written("over.yaml", text + "x")), HasSubstr("at most 1 MiB"));
}

TEST_F(InputFile, WhoseNameIsNotTextIsRefused) {
  EXPECT_THAT(outcome(written("a\xff.yaml", "{}")), HasSubstr("the path is not UTF-8"));
}

std::string repeated(const std::string& unit) {
  std::string text;
  while (text.size() + unit.size() <= std::size_t{1} << 20) text += unit;
  return text;
}

/// Nine lists of nine of the one before: 9^9 values if aliases were expanded.
std::string alias_bomb() {
  std::ostringstream text;
  text << "a: &a [x,x,x,x,x,x,x,x,x]\n";
  for (char c = 'b'; c <= 'i'; ++c) {
    const char before = static_cast<char>(c - 1);
    text << c << ": &" << c << " [*" << before;
    for (int i = 0; i < 8; ++i) text << ",*" << before;
    text << "]\n";
  }
  return text.str();
}

TEST(HostileInput, IsRefusedInBoundedTimeAndMemory) {
  std::vector<std::string> texts = {alias_bomb(), "a: &a [*a]\n"};
  for (const std::string unit :
       {"[", "{",    "[\n", "{a: ", "- ",    "? ",   ": ",    "a: ",    "&a ",     "*a ",   "!a ",
        "'", "\"",   "|\n", "a,",   "- a\n", "[a, ", "[a]: ", "\"a\":", "---\n",   "...\n", "}",
        "]", "%a\n", "#",   " ",    "\n",    "a",    "\\",    "a: 1\n", "\xc3\xa4"}) {
    texts.push_back(repeated(unit));
    texts.push_back(repeated(unit).substr(7).insert(0, "grid: ["));
  }
  std::ostringstream keys;  // a duplicate of each is looked for among all
  for (int i = 0; i < 90'000; ++i) keys << 'k' << i << ": 1\n";
  texts.push_back(keys.str());
  const long before = peak_megabytes();
  for (const std::string& text : texts) {
    const auto start = std::chrono::steady_clock::now();
    EXPECT_NE(refusal(text), "accepted") << text.substr(0, 20);
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - start;
    EXPECT_LT(taken.count(), 10) << text.substr(0, 20);
  }
  EXPECT_LT(peak_megabytes() - before, 1024);
}

const char* const good_input = R"(# a comment
grid:          {points: [64, 48, 40], spacing: [1.0, 0.5, 2.5e-1]}
heat:
  diffusivity: 1.0
  boundary: {x: fixed, y: periodic, z: [fixed, insulated]}
  initial: {kind: eigenmode, modes: [1, 2, 3], amplitude: 1.0}
time:          {steps: 100, diffusion_number: 0.01}
precision:     "float32"
kernel:        {name: rotated, block: [32, 16], chunk: 64, steps_per_sweep: 1}
decomposition:
  - 1
  - 2
  - 2
halo:          {transport: auto, overlap: true}
output:        {directory: 'results/cube64', snapshots: {every: 50}}
)";

/// One small damage to `text`: a byte changed, lost or added, a line or a token repeated.
std::string damaged(std::string text, std::mt19937& random) {
  static const std::vector<std::string> tokens = {"[",   "]",    "{",
                                                  "}",   ":",    ": ",
                                                  "- ",  "?",    "&a",
                                                  "*a",  "!t ",  "'",
                                                  "\"",  "|",    ">",
                                                  "\n",  " ",    "\t",
                                                  "#",   "%",    "---",
                                                  "...", "~",    "nan",
                                                  "-1",  "1e9",  "0",
                                                  ",",   "\r",   "\\x",
                                                  "<<",  "\\u",  "\xff",
                                                  "ä",   "null", "true",
                                                  "@",   "`",    "9999999999999999999"};
  const auto below = [&](std::size_t n) { return random() % n; };
  if (text.empty()) return text;
  const std::size_t at = below(text.size());
  switch (below(5)) {
    case 0:
      text[at] = static_cast<char>(below(256));
      break;
    case 1:
      text.erase(at, 1 + below(12));
      break;
    case 2:
      text.insert(at, tokens[below(tokens.size())]);
      break;
    case 3:
      text.insert(at, text.substr(below(text.size()), below(40)));
      break;
    default:
      text.resize(at + 1);
  }
  return text;
}

TEST(HostileInput, ThatIsADamagedGoodOneIsReadOrRefused) {
  ASSERT_EQ(refusal(good_input), "accepted");
  std::mt19937 random(20);
  int accepted = 0, refused = 0;
  for (int i = 0; i < 4000; ++i) {
    std::string text = good_input;
    for (std::size_t damages = 1 + random() % 3; damages > 0; --damages) {
      text = damaged(text, random);
    }
    const std::string result = refusal(text);  // any other exception fails the test
    ASSERT_EQ(result.find('\n'), std::string::npos) << result;
    ++(result == "accepted" ? accepted : refused);
  }
  EXPECT_GT(accepted, 100) << "some damages are harmless";
  EXPECT_GT(refused, 1000);
}

TEST(SettingsCheck, GivesRefusalsTheirPlace) {
  const auto refused = [](const std::string& text, const std::string& key,
                          const std::vector<std::string>& overrides = {}) {
    try {
      parse_configuration(text, "k.yaml", overrides,
                          [&](const Configuration&) { throw InputError(key + " 'x' is wrong"); });
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("not refused");
  };
  const std::string text = "order: 2\nkernel:\n  name: x\n";
  EXPECT_EQ(refused(text, "kernel.name"), "k.yaml:3: kernel.name 'x' is wrong");
  EXPECT_EQ(refused(text, "kernel.name", {"kernel.name=y"}),
            "--set kernel.name=y: kernel.name 'x' is wrong");
  EXPECT_EQ(refused("order: 2\n", "kernel.name"), "k.yaml:1: kernel.name 'x' is wrong");
}

}  // namespace
}  // namespace ministencil
