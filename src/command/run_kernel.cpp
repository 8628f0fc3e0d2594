// SPDX-License-Identifier: Apache-2.0
#include "command/run_kernel.hpp"

#include <unistd.h>

#include <cstdio>
#include <optional>

#include "backend/devices.hpp"
#include "command/ranks.hpp"
#include "configuration/source_text.hpp"
#include "core/error.hpp"
#include "kernel_file/device_compiler.hpp"
#include "parallel/agreement.hpp"

namespace ministencil {

namespace {

std::string text_of_dimensions(int dimensions) { return std::to_string(dimensions) + "D"; }

/// Ends the job where a file's code did not return: mpirun ends the other ranks.
std::unique_ptr<UserCodeGuard> guard_of(MPI_Comm world, const std::string& file,
                                        const Kernel& kernel) {
  const std::string opening =
      "ministencil: rank " + std::to_string(rank_of(world)) + ": kernel.file " + shown(file) + ": ";
  auto guard = std::make_unique<UserCodeGuard>([opening, file](const std::string& what) {
    const std::string message =
        opening + what + "; ministencil lab " + printable(file) + " may say more\n";
    std::fputs(message.c_str(), stderr);
    _exit(static_cast<int>(ExitCode::input));
  });
  guard->keep_lines_of({reinterpret_cast<std::uintptr_t>(kernel.plain.float32),
                        reinterpret_cast<std::uintptr_t>(kernel.counting.float32)});
  return guard;
}

}  // namespace

KernelText read_run_kernel(const KernelFile& file, int dimensions) {
  KernelText text = read_kernel_text(file.path);
  const std::string hash = hash_of(text.text);
  if (!file.hash.empty() && file.hash != hash) {
    throw InputError("kernel.file_hash " + file.hash + " is that of another text than " +
                     shown(file.path) + " holds, which is " + hash +
                     "; restore the file, or leave kernel.file_hash out");
  }
  const auto refuse = [&](const std::string& reason) {
    throw InputError("kernel.file " + shown(file.path) + ": " + reason +
                     "; try it with ministencil lab, or write it in the variant form "
                     "(kernels/README.md)");
  };
  if (!text.parameters.empty()) refuse("it takes numbers after N, which a run does not give");
  if (text.dimensions.value_or(dimensions) != dimensions) {
    refuse("it is a plain kernel for " + text_of_dimensions(*text.dimensions) +
           " grids, and grid.points is " + text_of_dimensions(dimensions));
  }
  return text;
}

RunKernel::RunKernel(MPI_Comm world, const Configuration& configuration,
                     const std::string& compiler) {
  if (configuration.kernel.file) {
    compile(world, configuration, compiler);
  } else {
    collectively(world, [&] { used_ = catalogue_kernel(configuration); });
  }
}

void RunKernel::compile(MPI_Comm world, const Configuration& configuration,
                        const std::string& compiler) {
  const KernelSettings& settings = configuration.kernel;
  const int dimensions = configuration.grid.dimensions;
  const Node node(world);
  const bool is_first = rank_of(node.get()) == 0;
  std::optional<ScratchFolder> folder;
  int is_plain = 0;
  collectively(world, [&] {
    if (!is_first) return;
    const KernelText text = read_run_kernel(*settings.file, dimensions);
    text_ = text.text;
    is_plain = text.form == KernelForm::plain;
    if (is_plain) require_plain(configuration, size_of(world));
    folder.emplace();
    compile_for_host(choose_host_compiler(compiler, program_folder()), text, dimensions, {},
                     folder->path());
  });
  MPI_Bcast(&is_plain, 1, MPI_INT, 0, node.get());
  text_ = broadcast_text(node.get(), 0, text_);
  const std::string path =
      broadcast_text(node.get(), 0, folder ? folder->path().string() : std::string());
  // The folder goes once all have loaded what is in it.
  collectively(world, [&] {
    loaded_ = std::make_unique<LoadedKernel>(path, settings.name);
    guard_ = guard_of(world, settings.file->path, loaded_->kernel());
    const int written_for = loaded_->kernel().description.dimensions;
    if (written_for == dimensions) return;
    throw InputError("kernel.file '" + settings.name + "' is for " +
                     text_of_dimensions(written_for) + " grids, and grid.points is " +
                     text_of_dimensions(dimensions) + "; change one of them");
  });
  kernel_ = loaded_->kernel();
  // A plain kernel on a square may walk rows or not: it does where the input says how many.
  if (is_plain && dimensions == 2) kernel_.description.marches = settings.chunk.has_value();
  used_ = {&kernel_, is_plain ? KernelForm::plain : KernelForm::variant};
}

void RunKernel::prepare_device(MPI_Comm world, const Configuration& configuration,
                               const Machine& machine) {
  if (!configuration.kernel.file || machine.backend.kind != BackendKind::cuda) return;
  collectively(world, [&] {
    const DeviceCompiler compiler{choose_host_compiler("", program_folder()).headers,
                                  device_architecture()};
    const KernelText text = parse_kernel_text(configuration.kernel.file->path, text_);
    on_device_ = std::make_unique<DeviceKernel>(
        compile_for_device(compiler, text, configuration.grid.dimensions, {},
                           {{configuration.precision, configuration.order}}));
    kernel_.on_device = on_device_->entry();
  });
}

}  // namespace ministencil
