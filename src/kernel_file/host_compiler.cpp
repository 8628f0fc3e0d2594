// SPDX-License-Identifier: Apache-2.0
#include "kernel_file/host_compiler.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <iterator>
#include <sstream>

#include "configuration/source_text.hpp"
#include "core/error.hpp"
#include "kernel_file/build_settings.hpp"
#include "kernel_file/diagnostics.hpp"

namespace ministencil {

namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

void write(const fs::path& path, const std::string& text) {
  std::ofstream file(path, std::ios::binary);
  if (file << text && file.flush()) return;
  throw FileError("the file " + path.string() + " cannot be written: " + std::strerror(errno) +
                  "; free space there, or set TMPDIR to another folder");
}

std::vector<std::string> words_of(const std::string& command) {
  std::istringstream stream(command);
  return {std::istream_iterator<std::string>(stream), {}};
}

/// The environment of this process, with messages in English, since they are looked through.
std::vector<char*> environment_in_english() {
  static char english[] = "LC_ALL=C";
  std::vector<char*> variables;
  for (char** variable = environ; *variable; ++variable) {
    if (std::strncmp(*variable, "LC_ALL=", 7) != 0) variables.push_back(*variable);
  }
  variables.push_back(english);
  variables.push_back(nullptr);
  return variables;
}

/// One running compiler, whose words go to a file.
class Process {
 public:
  Process(std::vector<std::string> command, fs::path messages)
      : command_(std::move(command)), messages_(std::move(messages)) {
    std::vector<char*> words;
    for (std::string& word : command_) words.push_back(word.data());
    words.push_back(nullptr);
    posix_spawn_file_actions_t files;
    posix_spawn_file_actions_init(&files);
    posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, messages_.c_str(),
                                     O_WRONLY | O_CREAT | O_TRUNC, 0600);
    posix_spawn_file_actions_adddup2(&files, STDOUT_FILENO, STDERR_FILENO);
    const int error = posix_spawnp(&process_, words[0], &files, nullptr, words.data(),
                                   environment_in_english().data());
    posix_spawn_file_actions_destroy(&files);
    if (error == 0) return;
    throw MachineError(fmt::format(
        "the host compiler {} cannot be run: {}; install it, or set CXX to a GCC (kernel files "
        "are compiled by it for the emulator)",
        shown(command_[0]), std::strerror(error)));
  }

  struct Result {
    bool is_good;
    std::string messages;
  };
  Result wait() {
    int status = 0;
    while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
    }
    return {WIFEXITED(status) && WEXITSTATUS(status) == 0, content_of(messages_)};
  }

 private:
  std::vector<std::string> command_;
  fs::path messages_;
  pid_t process_ = 0;
};

/// Headers of CUDA whose words are supplied otherwise, empty.
void write_empty_headers(const fs::path& folder) {
  fs::create_directories(folder);
  for (const char* name : {"cuda.h", "cuda_runtime.h", "cuda_runtime_api.h", "device_functions.h",
                           "device_launch_parameters.h"}) {
    write(folder / name, "");
  }
}

std::vector<std::string> command_of(const HostCompiler& compiler, const fs::path& folder,
                                    const std::string& name,
                                    const std::vector<std::string>& options) {
  std::vector<std::string> command = words_of(compiler.command);
  const BuildSettings& settings = build_settings();
  command.insert(command.end(), settings.common.begin(), settings.common.end());
  command.insert(command.end(), options.begin(), options.end());
  // Nothing but the entry is visible: no function is shared with the program or another kernel.
  const std::vector<std::string> closing{"-w",
                                         "-fdiagnostics-color=never",
                                         "-fmax-errors=10",
                                         "-I" + compiler.headers.string(),
                                         "-I" + (folder / "cuda").string(),
                                         "-Wl,--version-script=" + (folder / "entry.map").string(),
                                         "-o",
                                         (folder / (name + ".so")).string(),
                                         (folder / (name + ".cpp")).string()};
  command.insert(command.end(), closing.begin(), closing.end());
  return command;
}

/// A program that is no compiler may well end without a word.
void require_product(const HostCompiler& compiler, const Process::Result& result,
                     const fs::path& product) {
  if (result.is_good && fs::exists(product)) return;
  throw MachineError(fmt::format(
      "the host compiler {} produced nothing: it {}; set CXX to a GCC, or unset it for {}",
      shown(compiler.command),
      result.is_good ? "reported success, but wrote no machine code" : "failed without saying why",
      shown(build_settings().compiler)));
}

}  // namespace

fs::path program_folder() {
  std::error_code error;
  return fs::read_symlink("/proc/self/exe", error).parent_path();
}

HostCompiler choose_host_compiler(const std::string& preferred, const fs::path& program_folder) {
  const BuildSettings& settings = build_settings();
  const fs::path installed = (program_folder / settings.installed_folder).lexically_normal();
  for (const fs::path& folder : {installed, fs::path(settings.source_folder)}) {
    if (!fs::exists(folder / "stencil/kernel.hpp")) continue;
    return {preferred.empty() ? settings.compiler : preferred, folder};
  }
  throw MachineError("kernel files cannot be compiled: their headers are neither in " +
                     installed.string() + " nor in " + settings.source_folder +
                     "; install the program with cmake --install");
}

void compile_for_host(const HostCompiler& compiler, const KernelText& kernel, int dimensions,
                      const std::vector<KernelArgument>& arguments, const fs::path& folder) {
  const std::string file = path_to_include(kernel);
  write_empty_headers(folder / "cuda");
  write(folder / "entry.map", fmt::format("{{ global: {}; local: *; }};\n", entry_function));
  const BuildSettings& settings = build_settings();
  std::vector<Process> processes;
  for (const Flavour flavour : {Flavour::plain, Flavour::counting}) {
    const bool is_plain = flavour == Flavour::plain;
    const std::string name = is_plain ? "plain" : "counting";
    write(folder / (name + ".cpp"), wrapper_of(kernel, file, dimensions, arguments, flavour));
    processes.emplace_back(
        command_of(compiler, folder, name, is_plain ? settings.plain : settings.counting),
        folder / (name + ".txt"));
  }
  const Process::Result plain = processes[0].wait(), counting = processes[1].wait();
  for (const auto& [result, name] :
       {std::pair{&plain, "plain"}, std::pair{&counting, "counting"}}) {
    if (!result->is_good && !result->messages.empty()) {
      throw InputError(fmt::format(
          "kernel file {} does not compile; correct these lines:\n{}", shown(kernel.path),
          trimmed_diagnostics(result->messages,
                              {.file = file,
                               .shown_file = kernel.path,
                               .wrapper = (folder / (std::string(name) + ".cpp")).string(),
                               .headers = compiler.headers.string()},
                              bracket_error(kernel))));
    }
    require_product(compiler, *result, folder / (std::string(name) + ".so"));
  }
}

ScratchFolder::ScratchFolder() {
  std::error_code error;
  std::string name = (fs::temp_directory_path(error) / "ministencil-XXXXXX").string();
  if (error || !mkdtemp(name.data())) {
    throw FileError("no folder for temporary files can be made: " +
                    (error ? error.message() : std::string(std::strerror(errno))) +
                    "; set TMPDIR to a folder that can be written");
  }
  path_ = name;
}

ScratchFolder::~ScratchFolder() {
  std::error_code error;
  fs::remove_all(path_, error);
}

}  // namespace ministencil
