// SPDX-License-Identifier: Apache-2.0
/// Says how far a run is and how long it will still take.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>

#include "core/box.hpp"

namespace ministencil {

/// terminal: one line, rewritten in place, at most five times a second.
/// plain: a line once both a tenth of the steps and ten seconds have passed since the last.
enum class ProgressStyle { terminal, plain };

enum class LeadsTo { terminal, elsewhere };

/// terminal if both the process's stream and its parent's lead to one. The parent's counts because
/// Open MPI's mpirun gives ranks a terminal of their own even when its output goes to a file, where
/// rewritten lines would be noise.
ProgressStyle progress_style(LeadsTo ours, LeadsTo parents);

/// The style for file descriptor `descriptor`. The parent's is found through /proc: without it, or
/// where the parent is a daemon on another node, plain.
ProgressStyle progress_style(int descriptor);

/// "0:42", "12:05", "3:07:09", "2 d 03:00".
std::string duration_text(double seconds);

/// "step  50 of 100, 50 %, 0:12 elapsed, 0:12 remaining"; `elapsed` in seconds since step 0. `noun`
/// stands for "step" where something else is counted.
std::string progress_line(Index step, Index steps, double elapsed, const char* noun = "step");

class Progress {
 public:
  /// Seconds since any fixed moment.
  using Clock = std::function<double()>;

  /// Writes to `stream`, which has to outlive this; time starts now. Without a clock: the steady
  /// one.
  Progress(std::ostream& stream, ProgressStyle style, Index steps, Clock clock = {},
           const char* noun = "step");

  /// `step` steps are done. Cheap enough for every step.
  void update(Index step);
  /// Ends a line that is being rewritten, so that other text can follow. Writes nothing otherwise.
  void finish();

 private:
  bool due(Index step, double now) const;

  std::ostream& stream_;
  ProgressStyle style_;
  Index steps_;
  Clock clock_;
  const char* noun_;
  double start_, last_time_;
  Index last_step_ = 0;
  std::size_t width_ = 0;  // of the line on the terminal
};

}  // namespace ministencil
