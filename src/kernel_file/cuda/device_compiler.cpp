// SPDX-License-Identifier: Apache-2.0
#include "kernel_file/device_compiler.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "configuration/source_text.hpp"
#include "core/error.hpp"
#include "kernel_file/cuda/library.hpp"
#include "kernel_file/cuda/standard_headers.hpp"
#include "kernel_file/diagnostics.hpp"

namespace ministencil {

namespace {

constexpr const char* wrapper_name = "around_the_kernel.cu";

/// The names by which the compiler is asked for instances of a template.
struct Expressions {
  std::string isotropic, anisotropic;
};

Expressions expressions_of(const KernelText& kernel, const StencilForm& form) {
  if (kernel.form == KernelForm::plain) return {kernel.function, kernel.function};
  const char* const type = form.precision == Precision::float32 ? "float" : "double";
  const auto instance = [&](const char* update) {
    return fmt::format("ministencil::{0}<{1}, ministencil::{2}<{1}, {3}>>", kernel.function, type,
                       update, radius_of(form.order));
  };
  return {instance("Isotropic"), instance("Anisotropic")};
}

/// Like the catalogue's (backend/cuda/cuda_kernel.cu.in), but with names that others can look up;
/// a plain kernel knows nothing of ours.
std::string source_around(const KernelText& kernel, const std::string& file) {
  if (kernel.form == KernelForm::plain) return "#include \"" + file + "\"\n";
  return "#include \"stencil/kernel.hpp\"\n\nnamespace ministencil {\n\n#include \"" + file +
         "\"\n\n}\n";
}

/// One translation unit in the compiler's hands.
class Program {
 public:
  Program(const std::string& source, const std::string& file, const std::string& text)
      : f_(nvrtc()) {
    std::vector<const char*> names{file.c_str()}, texts{text.c_str()};
    for (const StandardHeader& header : standard_headers()) {
      names.push_back(header.name);
      texts.push_back(header.text);
    }
    check(f_.create_program(&program_, source.c_str(), wrapper_name, static_cast<int>(names.size()),
                            texts.data(), names.data()),
          "take a kernel file");
  }
  ~Program() { f_.destroy_program(&program_); }
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  void add(const std::string& expression) {
    check(f_.add_name_expression(program_, expression.c_str()), "take " + expression);
  }

  /// Whether the text compiles.
  bool compile(const std::string& architecture, const std::vector<std::string>& options) {
    std::vector<const char*> words;
    for (const std::string& option : options) words.push_back(option.c_str());
    const nvrtcResult result =
        f_.compile_program(program_, static_cast<int>(words.size()), words.data());
    if (result == NVRTC_ERROR_COMPILATION) return false;
    check(result, "compile a kernel file for " + architecture);
    return true;
  }

  std::string messages() { return text_of(f_.get_log_size, f_.get_log, 1); }
  std::string binary() { return text_of(f_.get_binary_size, f_.get_binary, 0); }
  std::string symbol(const std::string& expression) {
    const char* name = nullptr;
    check(f_.get_lowered_name(program_, expression.c_str(), &name), "name " + expression);
    return name;
  }

 private:
  void check(nvrtcResult result, const std::string& attempt) const {
    if (result == NVRTC_SUCCESS) return;
    throw MachineError("NVRTC cannot " + attempt + ": " + f_.get_error_string(result) +
                       "; use the NVRTC library of a CUDA release that knows this GPU");
  }
  std::string text_of(decltype(NvrtcLibrary::get_log_size) size,
                      decltype(NvrtcLibrary::get_log) content, std::size_t less) {
    std::size_t length = 0;
    check(size(program_, &length), "tell a length");
    std::string text(length, '\0');
    check(content(program_, text.data()), "give a text");
    text.resize(length - std::min(length, less));  // the closing zero
    return text;
  }

  const NvrtcLibrary& f_;
  nvrtcProgram program_ = nullptr;
};

/// As nvcc compiles the catalogue (cmake/Cuda.cmake): nothing that changes bits.
std::vector<std::string> options_of(const DeviceCompiler& compiler, const KernelText& kernel,
                                    const std::filesystem::path& folder) {
  // Functions for the host are not marked, and refused unless they may be for the device as well.
  std::vector<std::string> options{"--gpu-architecture=" + compiler.architecture,
                                   "--std=c++20",
                                   "--generate-line-info",
                                   "--disable-warnings",
                                   "--device-as-default-execution-space",
                                   "--include-path=" + folder.string()};
  if (kernel.form == KernelForm::variant) {
    options.push_back("--include-path=" + compiler.headers.string());
  }
  return options;
}

}  // namespace

DeviceCode compile_for_device(const DeviceCompiler& compiler, const KernelText& kernel,
                              int dimensions, const std::vector<KernelArgument>& arguments,
                              const std::vector<StencilForm>& forms) {
  const bool is_plain = kernel.form == KernelForm::plain;
  const std::vector<StencilForm> wanted =
      is_plain ? std::vector<StencilForm>{{Precision::float32, 2}} : forms;
  DeviceCode code{.kernel = std::filesystem::path(kernel.path).filename().string(),
                  .dimensions = dimensions,
                  .binary = {},
                  .instances = {},
                  .numbers = {}};
  if (is_plain) code.numbers = argument_bits(kernel, arguments);
  const std::string file = path_to_include(kernel);
  Program program(source_around(kernel, file), file, kernel.text);
  for (const StencilForm& form : wanted) {
    const Expressions names = expressions_of(kernel, form);
    program.add(names.isotropic);
    if (!is_plain) program.add(names.anisotropic);
  }
  const std::filesystem::path folder = std::filesystem::path(file).parent_path();
  if (!program.compile(compiler.architecture, options_of(compiler, kernel, folder))) {
    throw InputError(fmt::format(
        "kernel file {} does not compile for the GPU; correct these lines:\n{}", shown(kernel.path),
        trimmed_diagnostics(program.messages(), {.file = file,
                                                 .shown_file = kernel.path,
                                                 .wrapper = wrapper_name,
                                                 .headers = compiler.headers.string()})));
  }
  for (const StencilForm& form : wanted) {
    const Expressions names = expressions_of(kernel, form);
    code.instances.push_back({form.precision, radius_of(form.order),
                              program.symbol(names.isotropic), program.symbol(names.anisotropic)});
  }
  code.binary = program.binary();
  return code;
}

}  // namespace ministencil
