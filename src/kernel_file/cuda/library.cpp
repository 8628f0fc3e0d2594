// SPDX-License-Identifier: Apache-2.0
#include "kernel_file/cuda/library.hpp"

#include <cuda.h>
#include <dlfcn.h>

#include <string>
#include <vector>

#include "core/error.hpp"

namespace ministencil {

namespace {

constexpr const char* remedy =
    "install CUDA's run-time compiler (package cuda-nvrtc, 12.6 or newer) or add its folder to "
    "LD_LIBRARY_PATH";

constexpr int built_with = CUDA_VERSION / 1000;

/// That of the CUDA release which this program was built with first.
std::vector<std::string> library_names() {
  std::vector<std::string> names;
  for (const int major : {built_with, built_with + 1, built_with - 1}) {
    if (major < 12) continue;
    const std::string name = "libnvrtc.so." + std::to_string(major);
    names.insert(names.end(), {name, NVRTC_FOLDER "/" + name, "/usr/local/cuda/lib64/" + name});
  }
  names.emplace_back("libnvrtc.so");
  return names;
}

void* open_library() {
  for (const std::string& name : library_names()) {
    if (void* library = dlopen(name.c_str(), RTLD_NOW)) return library;
  }
  throw MachineError("kernel files cannot be compiled for the GPU: the library libnvrtc.so." +
                     std::to_string(built_with) + " was not found; " + remedy);
}

template <class Function>
void load(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  if (function) return;
  throw MachineError("kernel files cannot be compiled for the GPU: the NVRTC library lacks " +
                     std::string(name) + "; " + remedy);
}

NvrtcLibrary load_all() {
  void* const library = open_library();
  NvrtcLibrary f{};
  load(library, "nvrtcGetErrorString", f.get_error_string);
  load(library, "nvrtcVersion", f.version);
  load(library, "nvrtcCreateProgram", f.create_program);
  load(library, "nvrtcDestroyProgram", f.destroy_program);
  load(library, "nvrtcAddNameExpression", f.add_name_expression);
  load(library, "nvrtcCompileProgram", f.compile_program);
  load(library, "nvrtcGetLoweredName", f.get_lowered_name);
  load(library, "nvrtcGetProgramLogSize", f.get_log_size);
  load(library, "nvrtcGetProgramLog", f.get_log);
  load(library, "nvrtcGetCUBINSize", f.get_binary_size);
  load(library, "nvrtcGetCUBIN", f.get_binary);
  return f;
}

}  // namespace

const NvrtcLibrary& nvrtc() {
  static const NvrtcLibrary library = load_all();
  return library;
}

}  // namespace ministencil
