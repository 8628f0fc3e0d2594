// SPDX-License-Identifier: Apache-2.0
#include "command/run_kernel.hpp"

#include <optional>

#include "command/ranks.hpp"
#include "configuration/source_text.hpp"
#include "parallel/agreement.hpp"

namespace ministencil {

KernelText read_run_kernel(const KernelFile& file) {
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
  if (text.form == KernelForm::plain && text.dimensions == 2) {
    refuse("it is a plain kernel for squares, and runs are in 3D");
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
  const Node node(world);
  const bool is_first = rank_of(node.get()) == 0;
  std::optional<ScratchFolder> folder;
  int is_plain = 0;
  collectively(world, [&] {
    if (!is_first) return;
    const KernelText text = read_run_kernel(*settings.file);
    is_plain = text.form == KernelForm::plain;
    if (is_plain) require_plain(configuration, size_of(world));
    folder.emplace();
    compile_for_host(choose_host_compiler(compiler, program_folder()), text, 3, {}, folder->path());
  });
  MPI_Bcast(&is_plain, 1, MPI_INT, 0, node.get());
  const std::string path =
      broadcast_text(node.get(), 0, folder ? folder->path().string() : std::string());
  // The folder goes once all have loaded what is in it.
  collectively(world, [&] { loaded_ = std::make_unique<LoadedKernel>(path, settings.name); });
  used_ = {&loaded_->kernel(), is_plain ? KernelForm::plain : KernelForm::variant};
}

}  // namespace ministencil
