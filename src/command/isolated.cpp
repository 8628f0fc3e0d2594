// SPDX-License-Identifier: Apache-2.0
#include "command/isolated.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <new>

#include "core/error.hpp"
#include "kernel_file/host_compiler.hpp"
#include "output/descriptor.hpp"

namespace ministencil {

namespace {

std::array<int, 2> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) == 0) return ends;
  throw MachineError(std::string("no pipe can be made: ") + std::strerror(errno) +
                     "; close files, or raise ulimit -n");
}

/// The first byte of what the copy says; the rest is text.
enum class Said : char { returned = 'R', failed = 'E', gave_up = 'G' };

void say(int into, Said kind, const std::string& text) {
  std::string all(1, static_cast<char>(kind));
  all += text;
  for (std::size_t at = 0; at < all.size();) {
    const ssize_t written = ::write(into, all.data() + at, all.size() - at);
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) break;
    at += static_cast<std::size_t>(written);
  }
}

/// An error's code and message.
std::string text_of(ExitCode code, const std::string& message) {
  return std::string(1, static_cast<char>('0' + static_cast<int>(code))) + message;
}

void say_what_comes_of(int into, const std::function<std::string(const GiveUp&)>& body) {
  try {
    const std::string text = body([into](const std::string& what) {
      say(into, Said::gave_up, what);
      _exit(1);
    });
    say(into, Said::returned, text);
  } catch (const Error& error) {
    say(into, Said::failed, text_of(error.code(), error.what()));
  } catch (const std::bad_alloc&) {
    say(into, Said::failed,
        text_of(ExitCode::machine, "out of host memory; use a smaller grid (--points)"));
  } catch (const std::exception& error) {
    say(into, Said::gave_up,
        std::string("an exception left it: ") + error.what() +
            "; a GPU has no exceptions: call nothing that throws");
  }
}

[[noreturn]] void be_the_copy(int into, const std::string& folder,
                              const std::function<std::string(const GiveUp&)>& body) {
  ::setpgid(0, 0);  // the compilers that it starts end with it
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::setenv("TMPDIR", folder.c_str(), 1);
  say_what_comes_of(into, body);
  std::cout.flush();
  std::fflush(nullptr);  // what the user's code printed
  _exit(0);
}

constexpr std::array ending_signals{SIGINT, SIGTERM, SIGHUP};
int noted_signals = -1;  // where the handler writes to

void note(int signal) {
  const int before = errno;
  const char number = static_cast<char>(signal);
  [[maybe_unused]] const ssize_t written = ::write(noted_signals, &number, 1);
  errno = before;
}

/// Signals that end programs, held back while something has to be cleared away first. Handlers, and
/// no mask: libraries have threads of their own, which a signal may be delivered to.
class HeldSignals {
 public:
  HeldSignals() : ends_(make_pipe()), from_(ends_[0]), into_(ends_[1]) {
    noted_signals = into_.number();
    struct sigaction action{};
    action.sa_handler = note;
    for (std::size_t i = 0; i < ending_signals.size(); ++i) {
      sigaction(ending_signals[i], &action, &before_[i]);
    }
  }
  ~HeldSignals() { release(); }
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

  void release() const {
    for (std::size_t i = 0; i < ending_signals.size(); ++i) {
      sigaction(ending_signals[i], &before_[i], nullptr);
    }
  }
  int descriptor() const { return from_.number(); }
  int take() const {
    char number = 0;
    return ::read(descriptor(), &number, 1) == 1 ? number : 0;
  }

 private:
  std::array<int, 2> ends_;
  Descriptor from_, into_;
  std::array<struct sigaction, ending_signals.size()> before_{};
};

/// Reads until the copy has ended. Returns the signal that came before that, or 0.
int read_all(int from, const HeldSignals& signals, std::string& said) {
  std::array<char, 4096> part{};
  while (true) {
    std::array<pollfd, 2> wanted{pollfd{from, POLLIN, 0}, pollfd{signals.descriptor(), POLLIN, 0}};
    if (::poll(wanted.data(), wanted.size(), -1) < 0) continue;  // interrupted
    if (wanted[1].revents) return signals.take();
    const ssize_t count = ::read(from, part.data(), part.size());
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return 0;
    said.append(part.data(), static_cast<std::size_t>(count));
  }
}

/// Ends the copy and all that it left running, which else would go on writing into its folder.
/// Returns how the copy itself ended.
int end_group(pid_t copy) {
  ::kill(-copy, SIGKILL);
  int status = 0, status_of_copy = 0;
  while (true) {
    const pid_t ended = ::waitpid(-copy, &status, 0);
    if (ended == copy) status_of_copy = status;
    if (ended < 0 && errno != EINTR) return status_of_copy;
  }
}

/// What children leave running becomes this process's to wait for.
class Reaper {
 public:
  Reaper() { ::prctl(PR_SET_CHILD_SUBREAPER, 1); }
  ~Reaper() { ::prctl(PR_SET_CHILD_SUBREAPER, 0); }
  Reaper(const Reaper&) = delete;
  Reaper& operator=(const Reaper&) = delete;
};

std::variant<std::string, NotReturned> meaning_of(const std::string& said, int status) {
  if (said.empty() && WIFSIGNALED(status)) {
    return NotReturned{
        fmt::format("signal {} ({}) ended its process; check what it does, and "
                    "that memory suffices",
                    WTERMSIG(status), strsignal(WTERMSIG(status)))};
  }
  if (said.empty()) {
    return NotReturned{
        fmt::format("it ended its process with code {}; return from the kernel "
                    "instead",
                    WEXITSTATUS(status))};
  }
  std::string text = said.substr(1);
  if (said[0] == static_cast<char>(Said::returned)) return text;
  if (said[0] == static_cast<char>(Said::gave_up)) return NotReturned{text};
  throw Error(static_cast<ExitCode>(text.at(0) - '0'), text.substr(1));
}

}  // namespace

std::variant<std::string, NotReturned> run_isolated(
    const std::function<std::string(const GiveUp&)>& body) {
  std::string said;
  int interruption = 0, status = 0;
  {
    const HeldSignals signals;  // until the folder is gone
    const Reaper reaper;
    const ScratchFolder folder;
    const std::array<int, 2> ends = make_pipe();
    const Descriptor from(ends[0]);
    Descriptor into(ends[1]);
    std::cout.flush();
    std::fflush(nullptr);  // else the copy would print it again
    const pid_t copy = ::fork();
    if (copy < 0) {
      throw MachineError(std::string("no process can be started: ") + std::strerror(errno) +
                         "; end others, or raise ulimit -u");
    }
    if (copy == 0) {
      signals.release();
      be_the_copy(into.number(), folder.path().string(), body);
    }
    ::setpgid(copy, copy);  // whoever comes first
    into.close();
    interruption = read_all(from.number(), signals, said);
    status = end_group(copy);
    if (interruption) std::signal(interruption, SIG_DFL);
  }
  if (interruption) std::raise(interruption);
  return meaning_of(said, status);
}

}  // namespace ministencil
