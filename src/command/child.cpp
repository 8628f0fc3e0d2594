// SPDX-License-Identifier: Apache-2.0
#include "command/child.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>

#include "output/descriptor.hpp"

namespace ministencil {

namespace {

constexpr std::size_t most_said = 64 * 1024;

/// Reads until the other end is closed. Whether it was, in time and within the most that may be
/// said.
bool read_all(const Descriptor& from, int seconds, std::string& said) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::seconds(seconds);
  std::array<char, 4096> part{};
  while (said.size() <= most_said) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    if (left <= 0) return false;
    pollfd wanted{from.number(), POLLIN, 0};
    const int ready = ::poll(&wanted, 1, static_cast<int>(left));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return false;
    const ssize_t count = ::read(from.number(), part.data(), part.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return count == 0;
    said.append(part.data(), static_cast<std::size_t>(count));
  }
  return false;
}

int code_of(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) return 127;
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/// The error number of starting the program, which writes to `out`.
int start(const std::vector<std::string>& words, int out, pid_t& child) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out, STDERR_FILENO);
  const int number =
      ::posix_spawnp(&child, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  return number;
}

}  // namespace

ChildEnd run_child(const std::vector<std::string>& words, int seconds) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return {127, std::strerror(errno)};
  const Descriptor from(ends[0]);
  Descriptor into(ends[1]);
  pid_t child = 0;
  if (const int number = start(words, into.number(), child); number != 0) {
    return {127, std::strerror(number)};
  }
  into.close();
  ChildEnd end;
  if (!read_all(from, seconds, end.said)) ::kill(child, SIGKILL);
  end.code = code_of(child);
  return end;
}

}  // namespace ministencil
