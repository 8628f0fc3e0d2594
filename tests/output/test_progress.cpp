// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <functional>
#include <limits>
#include <sstream>

#include "output/progress.hpp"

namespace ministencil {
namespace {

using testing::HasSubstr;

TEST(ProgressStyle, RewritesLinesOnlyWhereTheParentHasATerminalToo) {
  using enum LeadsTo;
  EXPECT_EQ(progress_style(terminal, terminal), ProgressStyle::terminal);
  EXPECT_EQ(progress_style(terminal, elsewhere), ProgressStyle::plain);
  EXPECT_EQ(progress_style(elsewhere, terminal), ProgressStyle::plain);
  EXPECT_EQ(progress_style(elsewhere, elsewhere), ProgressStyle::plain);
}

/// The exit code of a child process whose standard output is `output`.
int in_child(int output, const std::function<int()>& body) {
  const pid_t child = fork();
  if (child == 0) {
    dup2(output, STDOUT_FILENO);
    _exit(body());
  }
  int status = 0;
  return waitpid(child, &status, 0) == child && WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/// What a process decides whose standard output is `ours` and whose parent's is `parents`.
int style_between(int parents, int ours) {
  return in_child(parents, [=] {
    return in_child(ours, [] { return static_cast<int>(progress_style(STDOUT_FILENO)); });
  });
}

TEST(ProgressStyle, IsFoundForRealTerminalsFilesAndPipes) {
  const int controller = posix_openpt(O_RDWR | O_NOCTTY);
  ASSERT_TRUE(controller >= 0 && grantpt(controller) == 0 && unlockpt(controller) == 0);
  const int terminal = open(ptsname(controller), O_RDWR | O_NOCTTY);
  const int file = open("/dev/null", O_WRONLY);
  int pipes[2] = {};
  ASSERT_EQ(pipe(pipes), 0);
  ASSERT_GE(terminal, 0);
  constexpr int rewriting = static_cast<int>(ProgressStyle::terminal);
  constexpr int plain = static_cast<int>(ProgressStyle::plain);
  EXPECT_EQ(style_between(terminal, terminal), rewriting);
  for (const int other : {file, pipes[1]}) {
    EXPECT_EQ(style_between(other, terminal), plain) << "as under mpirun > file";
    EXPECT_EQ(style_between(terminal, other), plain);
    EXPECT_EQ(style_between(other, other), plain);
  }
  for (const int opened : {controller, terminal, file, pipes[0], pipes[1]}) close(opened);
}

TEST(DurationText, GrowsWithTheDuration) {
  EXPECT_EQ(duration_text(0), "0:00");
  EXPECT_EQ(duration_text(41.6), "0:42");
  EXPECT_EQ(duration_text(725), "12:05");
  EXPECT_EQ(duration_text(3 * 3600 + 7 * 60 + 9), "3:07:09");
  EXPECT_EQ(duration_text(51 * 3600), "2 d 03:00");
  EXPECT_EQ(duration_text(std::numeric_limits<double>::infinity()), "years");
  EXPECT_EQ(duration_text(std::numeric_limits<double>::quiet_NaN()), "years");
}

TEST(ProgressLine, EstimatesFromTheMeanStep) {
  EXPECT_EQ(progress_line(25, 100, 20), "step  25 of 100,  25 %, 0:20 elapsed, 1:00 remaining");
}

TEST(ProgressLine, SaysHundredPercentOnlyAtTheEnd) {
  EXPECT_THAT(progress_line(999, 1000, 1), HasSubstr(" 99 %"));
  EXPECT_THAT(progress_line(1, 10, 1, "launch"), testing::StartsWith("launch  1 of 10"));
  EXPECT_EQ(progress_line(1000, 1000, 60), "step 1000 of 1000, 100 %, 1:00 elapsed");
}

TEST(ProgressLine, SurvivesNoStepsAndVeryMany) {
  EXPECT_THAT(progress_line(0, 10, 3), HasSubstr("remaining time unknown"));
  EXPECT_THAT(progress_line(0, 0, 0), HasSubstr("100 %"));
  constexpr Index many = std::numeric_limits<Index>::max();
  EXPECT_THAT(progress_line(many / 2, many, 10), HasSubstr(" 50 %, 0:10 elapsed, 0:10"));
}

/// Runs `steps` steps of `seconds` each and returns what was written.
std::string output_of(ProgressStyle style, Index steps, double seconds) {
  std::ostringstream stream;
  double now = 1000;
  Progress progress(stream, style, steps, [&] { return now; });
  for (Index step = 1; step <= steps; ++step) {
    now += seconds;
    progress.update(step);
  }
  progress.finish();
  return stream.str();
}

long count(const std::string& text, char c) { return std::count(text.begin(), text.end(), c); }

TEST(Progress, RewritesOneLineFiveTimesASecondOnATerminal) {
  const std::string text = output_of(ProgressStyle::terminal, 1024, 1.0 / 64);  // 16 s
  EXPECT_EQ(count(text, '\n'), 1);
  EXPECT_LE(count(text, '\r'), 5 * 16 + 1);
  EXPECT_GE(count(text, '\r'), 4 * 16);
  EXPECT_THAT(text, HasSubstr("step 1024 of 1024"));
}

TEST(Progress, CoversALongerLineBefore) {
  const std::string text = output_of(ProgressStyle::terminal, 2, 100);
  const std::size_t last = text.rfind('\r'), before = text.find('\r');
  EXPECT_EQ(text.size() - 1 - last, last - before) << text;
}

TEST(Progress, WritesALineATenthWhereStepsAreSlow) {
  EXPECT_EQ(count(output_of(ProgressStyle::plain, 100, 60), '\n'), 10);
}

TEST(Progress, WritesALineTenSecondsWhereStepsAreFast) {
  const std::string text = output_of(ProgressStyle::plain, 1024, 1.0 / 32);  // 32 s
  EXPECT_EQ(count(text, '\n'), 4);  // three times ten seconds, and the end
  EXPECT_EQ(count(text, '\r'), 0);
}

TEST(Progress, SaysTheEndOfAShortRunOnce) {
  EXPECT_EQ(count(output_of(ProgressStyle::plain, 10, 0.001), '\n'), 1);
}

}  // namespace
}  // namespace ministencil
