// SPDX-License-Identifier: Apache-2.0
#include "output/progress.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ostream>

#include "output/descriptor.hpp"

namespace ministencil {

namespace {

constexpr double terminal_interval = 0.2, plain_interval = 10.0;  // seconds
constexpr Index plain_parts = 10;                                 // lines a run, at most

double steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

LeadsTo target_of(int descriptor) {
  return ::isatty(descriptor) == 1 ? LeadsTo::terminal : LeadsTo::elsewhere;
}

/// Where the parent's descriptor of the same number leads; elsewhere if that cannot be found out.
LeadsTo parents_target_of(int descriptor) {
  const std::string path = fmt::format("/proc/{}/fd/{}", ::getppid(), descriptor);
  struct stat file{};
  if (::stat(path.c_str(), &file) != 0 || !S_ISCHR(file.st_mode)) return LeadsTo::elsewhere;
  const Descriptor opened(::open(path.c_str(), O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC));
  return opened.valid() ? target_of(opened.number()) : LeadsTo::elsewhere;
}

}  // namespace

ProgressStyle progress_style(LeadsTo ours, LeadsTo parents) {
  const bool seen = ours == LeadsTo::terminal && parents == LeadsTo::terminal;
  return seen ? ProgressStyle::terminal : ProgressStyle::plain;
}

ProgressStyle progress_style(int descriptor) {
  return progress_style(target_of(descriptor), parents_target_of(descriptor));
}

std::string duration_text(double seconds) {
  constexpr double longest = 1e9;  // thirty years: beyond it an estimate means nothing
  if (!(seconds < longest)) return "years";
  const auto total = static_cast<Index>(std::llround(std::max(0.0, seconds)));
  const Index s = total % 60, m = total / 60 % 60, h = total / 3600;
  if (h >= 48) return fmt::format("{} d {:02}:{:02}", h / 24, h % 24, m);
  return h > 0 ? fmt::format("{}:{:02}:{:02}", h, m, s) : fmt::format("{}:{:02}", m, s);
}

std::string progress_line(Index step, Index steps, double elapsed, const char* noun) {
  const double share = steps > 0 ? static_cast<double>(step) / static_cast<double>(steps) : 1.0;
  const auto digits = static_cast<int>(std::to_string(steps).size());
  // Rounded down: 100 % is said when the last step is done.
  std::string line = fmt::format("{} {:{}} of {}, {:3} %, {} elapsed", noun, step, digits, steps,
                                 static_cast<int>(std::floor(100 * share)), duration_text(elapsed));
  if (step >= steps) return line;
  if (step == 0) return line + ", remaining time unknown";
  const double remaining = elapsed * static_cast<double>(steps - step) / static_cast<double>(step);
  return line + ", " + duration_text(remaining) + " remaining";
}

Progress::Progress(std::ostream& stream, ProgressStyle style, Index steps, Clock clock,
                   const char* noun)
    : stream_(stream),
      style_(style),
      steps_(steps),
      clock_(clock ? std::move(clock) : steady_seconds),
      noun_(noun),
      start_(clock_()),
      last_time_(start_) {}

bool Progress::due(Index step, double now) const {
  if (step >= steps_) return step > last_step_;
  const double since = now - last_time_;
  if (style_ == ProgressStyle::terminal) return since >= terminal_interval;
  // Divided, since a step counter may be near its limit.
  return since >= plain_interval && step - last_step_ >= ceil_div(steps_, plain_parts);
}

void Progress::update(Index step) {
  const double now = clock_();
  if (!due(step, now)) return;
  std::string line = progress_line(step, steps_, now - start_, noun_);
  if (style_ == ProgressStyle::terminal) {
    const std::size_t width = line.size();
    if (width < width_) line.append(width_ - width, ' ');  // covers the longer line before
    width_ = width;
    stream_ << '\r' << line << std::flush;
  } else {
    stream_ << line << '\n' << std::flush;
  }
  last_time_ = now;
  last_step_ = step;
}

void Progress::finish() {
  if (width_ > 0) stream_ << '\n' << std::flush;
  width_ = 0;
}

}  // namespace ministencil
