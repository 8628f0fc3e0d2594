// SPDX-License-Identifier: Apache-2.0
/// Kernel files compiled by NVRTC. Needs its library, and no GPU.
#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>

#include "catalogue/catalogue.hpp"
#include "core/error.hpp"
#include "kernel_file/device_compiler.hpp"
#include "kernel_file/host_compiler.hpp"
#include "written_file.hpp"

namespace ministencil {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

DeviceCompiler compiler(const std::string& architecture = "sm_90") {
  return {choose_host_compiler("", program_folder()).headers, architecture};
}

DeviceCode compiled(const std::string& text, const std::vector<KernelArgument>& arguments = {}) {
  const WrittenFile file(text);
  return compile_for_device(compiler(), read_kernel_text(file.path()), 3, arguments,
                            {{Precision::float32, 2}});
}

std::string refused(const std::string& text, const std::vector<KernelArgument>& arguments = {}) {
  try {
    compiled(text, arguments);
  } catch (const InputError& error) {
    return error.what();
  }
  return "compiled";
}

TEST(DeviceCompiler, MakesMachineCodeOfEveryInstanceOfTheCatalogue) {
  int files = 0;
  for (const Kernel& kernel : kernel_catalogue()) {
    SCOPED_TRACE(kernel.name);
    const KernelDescription& description = kernel.description;
    const std::string folder =
        KERNEL_ROOT + std::string(description.dimensions == 2 ? "/2d/" : "/3d/");
    const auto forms = forms_of(description);
    const DeviceCode code =
        compile_for_device(compiler(), read_kernel_text(folder + kernel.name + ".cu"),
                           description.dimensions, {}, forms);
    EXPECT_EQ(code.kernel, std::string(kernel.name) + ".cu");
    EXPECT_TRUE(
        code.binary.starts_with("\x7f"
                                "ELF"));
    EXPECT_FALSE(code.numbers);
    ASSERT_EQ(code.instances.size(), forms.size());
    for (const DeviceInstances& instances : code.instances) {
      EXPECT_NE(instances.isotropic, instances.anisotropic);
      for (const std::string& symbol : {instances.isotropic, instances.anisotropic}) {
        EXPECT_THAT(symbol, HasSubstr(kernel.name));
        EXPECT_NE(code.binary.find(".text." + symbol), std::string::npos) << symbol;
      }
    }
    ++files;
  }
  EXPECT_GE(files, 13);
}

TEST(DeviceCompiler, MakesNoMoreInstancesThanAreAskedFor) {
  const KernelText text = read_kernel_text(KERNEL_ROOT "/3d/rotated.cu");
  const DeviceCode one = compile_for_device(compiler(), text, 3, {}, {{Precision::float64, 8}});
  ASSERT_EQ(one.instances.size(), 1);
  EXPECT_EQ(one.instances[0].radius, 4);
  EXPECT_THAT(one.instances[0].isotropic, HasSubstr("IdNS"));  // double
  EXPECT_EQ(one.binary.find("rotatedIf"), std::string::npos);
}

constexpr const char* shift =
    "#include <cuda_runtime.h>\n#include <algorithm>\n#include <cmath>\n#include <cstdio>\n"
    "struct Point { int x; };\n"
    "float for_the_host(float a) { return a / 2; }\n"
    "static __device__ inline float add(float a, float b) { return a + b; }\n"
    "__constant__ float two = 2;\n"
    "__global__ void shift(const float* in, float* out, size_t N, float by, int factor) {\n"
    "  Point p{(int)threadIdx.x};\n"
    "  if (p.x < N) out[p.x] = std::max(add(in[p.x], by) * factor * two, 0.0f) + blockIdx.z;\n"
    "  if (N == 0) printf(\"none\\n\");\n"
    "}\n";

TEST(DeviceCompiler, TakesAPlainKernelWithItsOwnHeadersAndArguments) {
  const DeviceCode code = compiled(shift, {{"factor", "-3"}, {"by", "0.5"}});
  ASSERT_EQ(code.instances.size(), 1);
  EXPECT_EQ(code.instances[0].isotropic, code.instances[0].anisotropic);
  ASSERT_TRUE(code.numbers);
  EXPECT_THAT(*code.numbers, testing::ElementsAre(0x3f000000u, 0xfffffffffffffffdu));
  EXPECT_THAT(refused(shift, {{"by", "1"}}), HasSubstr("takes int factor after N"));
}

TEST(DeviceCompiler, TakesArgumentsOfTheWholeRangeOfTheirTypeAndNoOther) {
  const std::string text =
      "__global__ void k(const float* in, float* out, int N, unsigned long most,\n"
      "                  long long least) {\n  out[threadIdx.z] = in[0] + most + least;\n}\n";
  const DeviceCode code =
      compiled(text, {{"most", "18446744073709551615"}, {"least", "-9223372036854775808"}});
  EXPECT_THAT(*code.numbers, testing::ElementsAre(~std::uint64_t{0}, std::uint64_t{1} << 63));
  EXPECT_THAT(refused(text, {{"most", "1"}, {"least", "9223372036854775808"}}),
              HasSubstr("--argument least (long long): "));
  EXPECT_THAT(refused(shift, {{"factor", "010"}, {"by", "0.5"}}),
              HasSubstr("--argument factor (int): '010' has a leading zero"));
}

TEST(DeviceCompiler, ShowsErrorsOfTheUsersLinesOnly) {
  const std::string plain = refused(
      "__global__ void k(const float* in, float* out, int N) {\n  out[threadIdx.z] = inn[0];\n}\n");
  EXPECT_THAT(plain, AllOf(HasSubstr("does not compile for the GPU"),
                           HasSubstr("my.cu(2): error: identifier \"inn\" is undefined"),
                           HasSubstr("out[threadIdx.z] = inn[0];"), Not(HasSubstr("around_the")),
                           Not(HasSubstr("detected in"))));
  const std::string variant = refused(
      "#include \"stencil/kernel.hpp\"\nusing namespace ministencil;\n"
      "template <class T, class Update>\n"
      "__global__ void k(const T* in, T* out, Region region, Update update) {\n"
      "  out[0] = in[0] + region.nowhere;\n}\n"
      "constexpr KernelDescription description{.summary = \"\", .default_block = {32, 4}};\n");
  EXPECT_THAT(variant, AllOf(HasSubstr("my.cu(5): error:"), HasSubstr("nowhere"),
                             Not(HasSubstr("around_the")), Not(HasSubstr("<unnamed>"))));
}

TEST(DeviceCompiler, NamesTheLineOfAHeaderThatThereIsNot) {
  EXPECT_THAT(refused("#include <nowhere.h>\n"
                      "__global__ void k(const float* in, float* out, int N) {}\n"),
              AllOf(HasSubstr("my.cu(1): catastrophic error"), HasSubstr("nowhere.h")));
}

TEST(DeviceCompiler, FindsFilesBesideTheKernels) {
  const KernelText text = read_kernel_text(BROKEN_VARIANTS "/no_op.cu");  // includes star.hpp
  const DeviceCode code = compile_for_device(compiler(), text, 3, {}, {{Precision::float32, 2}});
  EXPECT_FALSE(code.binary.empty());
}

TEST(DeviceCompiler, RefusesAnArchitectureThatItDoesNotKnow) {
  const KernelText text = read_kernel_text(KERNEL_ROOT "/3d/naive.cu");
  try {
    compile_for_device(compiler("sm_999"), text, 3, {}, {{Precision::float32, 2}});
    FAIL() << "compiled";
  } catch (const MachineError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("sm_999"), HasSubstr("knows this GPU")));
  }
}

}  // namespace
}  // namespace ministencil
