// SPDX-License-Identifier: Apache-2.0
#include "kernel_file/compiled_kernel.hpp"

#include <dlfcn.h>

#include "core/error.hpp"

namespace ministencil {

void LoadedKernel::Close::operator()(void* library) const { dlclose(library); }

LoadedKernel::Library LoadedKernel::open(const std::filesystem::path& file) {
  void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (library) return Library(library);
  throw MachineError(std::string("a compiled kernel cannot be loaded: ") + dlerror() +
                     "; set TMPDIR to a folder on this machine from which programs may run");
}

const EmulatedEntry& LoadedKernel::entry_of(const Library& library) {
  using Entry = const EmulatedEntry* (*)();
  const auto entry = reinterpret_cast<Entry>(dlsym(library.get(), entry_function));
  if (!entry) throw MachineError(std::string("a compiled kernel is damaged: ") + dlerror());
  return *entry();
}

LoadedKernel::LoadedKernel(const std::filesystem::path& folder, const std::string& name)
    : name_(name),
      plain_(open(folder / "plain.so")),
      counting_(open(folder / "counting.so")),
      kernel_{.name = name_.c_str(),
              .description = entry_of(plain_).description,
              .plain = entry_of(plain_).kernel,
              .counting = entry_of(counting_).kernel} {}

CompiledKernel::CompiledKernel(const HostCompiler& compiler, const KernelText& text, int dimensions,
                               const std::vector<KernelArgument>& arguments) {
  compile_for_host(compiler, text, dimensions, arguments, folder_.path());
  const std::string name = std::filesystem::path(text.path).filename().string();
  loaded_ = std::make_unique<LoadedKernel>(folder_.path(), name);
}

}  // namespace ministencil
