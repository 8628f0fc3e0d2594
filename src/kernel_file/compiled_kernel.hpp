// SPDX-License-Identifier: Apache-2.0
/// A kernel file compiled while the program runs, as a kernel like those of the catalogue.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "catalogue/catalogue.hpp"
#include "kernel_file/host_compiler.hpp"

namespace ministencil {

/// Holds what compile_for_host() left in a folder; kernel() is good as long as it lives. The folder
/// is needed no longer once it is loaded, but for findings to name lines of source.
class LoadedKernel {
 public:
  /// `name` is what the kernel is called in reports. Throws MachineError if it cannot be loaded.
  LoadedKernel(const std::filesystem::path& folder, const std::string& name);
  LoadedKernel(const LoadedKernel&) = delete;
  LoadedKernel& operator=(const LoadedKernel&) = delete;

  const Kernel& kernel() const { return kernel_; }

 private:
  struct Close {
    void operator()(void* library) const;
  };
  using Library = std::unique_ptr<void, Close>;
  static Library open(const std::filesystem::path& file);
  static const EmulatedEntry& entry_of(const Library& library);

  std::string name_;
  Library plain_, counting_;
  Kernel kernel_;
};

/// Compiled and loaded in one process, with the lines of its source at hand.
class CompiledKernel {
 public:
  /// Throws as compile_for_host() and LoadedKernel.
  CompiledKernel(const HostCompiler& compiler, const KernelText& text, int dimensions,
                 const std::vector<KernelArgument>& arguments);

  const Kernel& kernel() const { return loaded_->kernel(); }
  /// What compile_for_host() left there, for a LoadedKernel of another process.
  const std::filesystem::path& folder() const { return folder_.path(); }

 private:
  ScratchFolder folder_;
  std::unique_ptr<LoadedKernel> loaded_;
};

}  // namespace ministencil
