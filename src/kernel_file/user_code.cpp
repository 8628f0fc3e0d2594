// SPDX-License-Identifier: Apache-2.0
#include "kernel_file/user_code.hpp"

#include <dlfcn.h>
#include <execinfo.h>
#include <fmt/format.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>

#include <array>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <map>
#include <utility>
#include <vector>

#include "stencil/emulated_thread.hpp"

namespace ministencil {

namespace {

// Handlers of signals and of exit() are given nothing that would lead them here.
UserCodeGuard* active = nullptr;

constexpr int handled_signals[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGALRM};
constexpr unsigned seconds_to_find_a_line = 20;

std::uintptr_t interrupted_at([[maybe_unused]] const void* context) {
#if defined(__x86_64__)
  return static_cast<std::uintptr_t>(
      static_cast<const ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return static_cast<std::uintptr_t>(static_cast<const ucontext_t*>(context)->uc_mcontext.pc);
#else
  return 0;
#endif
}

struct Deed {
  std::string what, remedy;
};

Deed deed_of(int signal, const void* address, int seconds) {
  switch (signal) {
    case SIGALRM:
      return {fmt::format("it did not end within {} s", seconds),
              "give its loops an end, or allow more by --time-limit"};
    case SIGABRT:
      return {"it called abort(), or an assertion or an exception ended it",
              "a GPU has neither exceptions nor abort(): return from the kernel instead"};
    case SIGFPE:
      return {"it divided a whole number by zero", "check the divisor"};
    case SIGILL:
    case SIGTRAP:
      return {"it came to a trap, or to what C++ leaves undefined, such as a division by zero",
              "correct that line"};
    case SIGSEGV:
    case SIGBUS:
      return {fmt::format("it touched memory that is not there (address {})", address),
              "check its indices, and that its local arrays fit a small stack"};
    default:
      return {fmt::format("it raised signal {} ({})", signal, strsignal(signal)),
              "return from the kernel instead"};
  }
}

/// Whether the instruction is one of a compiled kernel file.
bool is_of_a_kernel_file(const void* pc) {
  Dl_info info{};
  if (!dladdr(pc, &info) || !info.dli_fname) return false;
  const std::string name = std::filesystem::path(info.dli_fname).filename().string();
  return name == "plain.so" || name == "counting.so";
}

/// Where the innermost call was that a kernel file made; 0 if it made none.
std::uintptr_t innermost_call(std::uintptr_t interrupted) {
  std::array<void*, 64> frames{};
  const int count = backtrace(frames.data(), static_cast<int>(frames.size()));
  for (int i = 0; i < count; ++i) {
    const void* const frame = frames[static_cast<std::size_t>(i)];
    const auto pc = reinterpret_cast<std::uintptr_t>(frame);
    // The others are addresses behind a call.
    if (is_of_a_kernel_file(frame)) return pc == interrupted ? pc + 1 : pc;
  }
  return 0;
}

/// Whether the process was caught between two stacks, or in code that is not the user's. The alarm
/// then rings again soon, a few times.
bool is_better_later(std::uintptr_t interrupted) {
  static int tries = 100;
  if (innermost_call(interrupted) != 0 || tries-- == 0) return false;
  const itimerval soon{.it_interval = {}, .it_value = {.tv_sec = 0, .tv_usec = 5123}};
  return setitimer(ITIMER_REAL, &soon, nullptr) == 0;
}

void on_signal(int signal, siginfo_t* info, void* context) {
  const std::uintptr_t pc = interrupted_at(context);
  if (signal == SIGALRM && !active->is_ending() && is_better_later(pc)) return;
  const Deed deed = deed_of(signal, info->si_addr, active->seconds());
  active->ended(deed.what, deed.remedy, pc);
}

void on_process_exit(int code, void*) {
  if (!active) return;
  active->ended(fmt::format("it called exit({})", code),
                "a GPU has no exit(): return from the kernel instead", 0);
}

/// Signals arrive on a stack of their own: a kernel's may be what overflowed.
void prepare_stack() {
  static std::vector<char> stack(std::size_t{1} << 20);
  const stack_t place{.ss_sp = stack.data(), .ss_flags = 0, .ss_size = stack.size()};
  sigaltstack(&place, nullptr);
}

std::map<int, struct sigaction>& earlier_actions() {
  static std::map<int, struct sigaction> actions;
  return actions;
}

void handle_signals() {
  struct sigaction action{};
  action.sa_sigaction = on_signal;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_NODEFER;
  for (const int signal : handled_signals) {
    sigaction(signal, &action, &earlier_actions()[signal]);
  }
}

std::string text_of(const ThreadIndex& index) {
  return fmt::format("({}, {}, {})", index.x, index.y, index.z);
}

}  // namespace

UserCodeGuard::UserCodeGuard(End end) : end_(std::move(end)) {
  std::array<void*, 1> frame{};
  backtrace(frame.data(), 1);  // loads what it needs, which a handler could not
  prepare_stack();
  handle_signals();
  [[maybe_unused]] static const int registered = on_exit(on_process_exit, nullptr);
  active = this;
}

UserCodeGuard::~UserCodeGuard() {
  alarm(0);
  active = nullptr;
  for (const auto& [signal, action] : earlier_actions()) sigaction(signal, &action, nullptr);
}

void UserCodeGuard::begin(const std::string& on, int seconds) {
  on_ = on;
  seconds_ = seconds;
  alarm(static_cast<unsigned>(seconds));
}

void UserCodeGuard::keep_lines_of(std::initializer_list<std::uintptr_t> code) {
  kept_lines_.emplace();
  for (const std::uintptr_t pc : code) kept_lines_->line_of(pc);
}

SourceLine UserCodeGuard::line_of(std::uintptr_t pc) const {
  return kept_lines_ ? kept_lines_->line_of(pc) : SourceLines().line_of(pc);
}

std::string UserCodeGuard::place_of(std::uintptr_t pc) const {
  std::string text;
  if (const std::uintptr_t call = innermost_call(pc)) {
    const SourceLine line = line_of(call);
    if (line.line > 0) text += fmt::format(" at {}:{}", line.file, line.line);
  }
  if (!on_.empty()) text += " on " + on_;
  if (emulated_thread.block_extent.x > 0) {
    text += fmt::format(" (thread {} of block {})", text_of(emulated_thread.thread),
                        text_of(emulated_thread.block));
  }
  return text;
}

void UserCodeGuard::ended(const std::string& deed, const std::string& remedy, std::uintptr_t pc) {
  // Damaged memory may hold up or break the search for the line: then it is left out.
  ++faults_;
  if (faults_ > 2) _exit(1);
  std::string place;
  if (faults_ == 1) {
    deed_ = deed;
    remedy_ = remedy;
    alarm(seconds_to_find_a_line);
    place = place_of(pc);
    alarm(0);
  }
  end_(deed_ + place + "; " + remedy_);
  _exit(1);
}

}  // namespace ministencil
