// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <vector>

#include "catalogue/emulate.hpp"
#include "configuration/numbers.hpp"
#include "core/error.hpp"
#include "kernel_file/compiled_kernel.hpp"
#include "kernel_file/diagnostics.hpp"
#include "written_file.hpp"

namespace ministencil {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

HostCompiler compiler(const std::string& preferred = "") {
  return choose_host_compiler(preferred, program_folder());
}

std::string refused(const std::string& text, const std::vector<KernelArgument>& arguments = {}) {
  const WrittenFile file(text);
  try {
    CompiledKernel(compiler(), read_kernel_text(file.path()), 3, arguments);
  } catch (const InputError& error) {
    return error.what();
  }
  return "compiled";
}

TEST(CompiledKernel, OfACopiedVariantHasTheCataloguesBits) {
  std::ifstream original(KERNEL_FOLDER "/rotated.cu");
  const WrittenFile file({std::istreambuf_iterator<char>(original), {}}, "mine.cu");
  const CompiledKernel compiled(compiler(), read_kernel_text(file.path()), 3, {});
  const Kernel &mine = compiled.kernel(), &ours = find_kernel("rotated");
  EXPECT_STREQ(mine.name, "mine.cu");
  EXPECT_STREQ(mine.description.summary, ours.description.summary);
  EXPECT_NE(mine.plain.float32, ours.plain.float32);

  const Index n = 21;
  const LocalBlock block{.owned = {{0, 0, 0}, {n, n, n}},
                         .readable = {{0, 0, 0}, {n, n, n}},
                         .inner = {{1, 1, 1}, {n - 1, n - 1, n - 1}},
                         .pitch = n,
                         .plane = n * n};
  std::vector<float> in(n * n * n), a(in.size(), -1), b(in.size(), -2);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i * 7919 % 1009) / 1009;
  const auto c = make_coefficients<float>(0.1, {1, 2, 3});
  Emulator emulator;
  const KernelChoice choice = choose_launch(ours, nullptr, nullptr, 4);
  emulate_sweep(emulator, mine, choice, block, block.owned, in.data(), a.data(), c);
  emulate_sweep(emulator, ours, choice, block, block.owned, in.data(), b.data(), c);
  EXPECT_EQ(a, b);
}

constexpr const char* shift =
    "#include <cuda_runtime.h>\n#include <algorithm>\n"
    "struct Point { int x; };\n"
    "static __device__ inline float add(float a, float b) { return a + b; }\n"
    "__constant__ float two = 2;\n"
    "__global__ void shift(const float* in, float* out, size_t N, float by, int factor) {\n"
    "  Point p{(int)threadIdx.x};\n"
    "  if (p.x < N) out[p.x] = std::max(add(in[p.x], by) * factor * two, 0.0f) + blockIdx.z;\n"
    "}\n";

TEST(CompiledKernel, OfAPlainFileTakesItsArguments) {
  const WrittenFile file(shift);
  const CompiledKernel compiled(compiler(), read_kernel_text(file.path()), 3,
                                {{"factor", "3"}, {"by", "0.5"}});
  const float in[4] = {1, 2, 3, 4};
  float out[4] = {};
  Launch launch{.block = {32, 1, 1}, .grid = {1, 1, 1}, .region = {}};
  launch.region.last = {3, 1, 1};
  Emulator emulator;
  emulator.run(emulated_launch(compiled.kernel(), compiled.kernel().plain, launch, in, out,
                               Coefficients<float>{}));
  EXPECT_THAT(out, testing::ElementsAre(9, 15, 21, 0));
}

TEST(CompiledKernel, RefusesArgumentsThatTheKernelDoesNotTakeOrLacks) {
  EXPECT_THAT(refused(shift, {{"by", "1"}}), HasSubstr("takes int factor after N"));
  EXPECT_THAT(refused(shift, {{"by", "1"}, {"factor", "1.5"}}), HasSubstr("is not an integer"));
  EXPECT_THAT(refused(shift, {{"by", "1"}, {"factor", "1"}, {"c", "1"}}),
              HasSubstr("no such parameter after N; it has: by, factor"));
}

/// What a kernel of one parameter of the type stores, or why the value is refused.
std::string stored(const std::string& type, const std::string& value) {
  const WrittenFile file(
      "#include <cstdint>\n__global__ void k(const float* in, float* out, int N, " + type +
      " a) {\n"
      "  double wide = a;\n  __builtin_memcpy(out, &wide, 8);\n"
      "  out[2] = a == (" +
      type + ")-1;\n  out[3] = blockIdx.z;\n}\n");
  try {
    const CompiledKernel compiled(compiler(), read_kernel_text(file.path()), 3, {{"a", value}});
    const float in[4] = {};
    float out[4] = {};
    const Launch launch{.block = {1, 1, 1}, .grid = {1, 1, 1}, .region = {}};
    Emulator().run(emulated_launch(compiled.kernel(), compiled.kernel().plain, launch, in, out,
                                   Coefficients<float>{}));
    double wide = 0;
    std::memcpy(&wide, out, sizeof wide);
    return number_text(wide) + (out[2] == 1 ? " of ones" : "");
  } catch (const InputError& error) {
    return error.what();
  }
}

TEST(CompiledKernel, TakesDecimalNumbersThatFitTheParametersType) {
  EXPECT_EQ(stored("int", "-2147483648"), "-2147483648");
  EXPECT_EQ(stored("unsigned", "4294967295"), "4294967295 of ones");
  EXPECT_EQ(stored("long long", "-9223372036854775808"), "-9223372036854775808");
  EXPECT_EQ(stored("uint64_t", "18446744073709551615"), "18446744073709551616 of ones");
  EXPECT_EQ(stored("double", "1e300"), "1e+300");
  EXPECT_EQ(stored("double", "123456789012345678901234567890"), "1.2345678901234568e+29");
  EXPECT_EQ(stored("float", "-3"), "-3");
}

TEST(CompiledKernel, RefusesNumbersThatWouldBecomeOthers) {
  EXPECT_THAT(stored("int", "010"), HasSubstr("--argument a (int): '010' has a leading zero"));
  EXPECT_THAT(stored("float", "010"), HasSubstr("leading zero"));
  EXPECT_THAT(stored("int", "0x10"), HasSubstr("is not an integer"));
  EXPECT_THAT(stored("int", "2147483648"), HasSubstr("from -2147483648 to 2147483647"));
  EXPECT_THAT(stored("unsigned", "-1"), HasSubstr("from 0 to 4294967295"));
  EXPECT_THAT(stored("long long", "9223372036854775808"), HasSubstr("is out of range"));
  EXPECT_THAT(stored("uint64_t", "18446744073709551616"), HasSubstr("is out of range"));
  EXPECT_THAT(stored("float", "1e39"), HasSubstr("a float reaches"));
  EXPECT_THAT(stored("float", "1e-60"), HasSubstr("a float reaches"));
  EXPECT_THAT(stored("double", "1e999"), HasSubstr("is out of range"));
  for (const char* word : {"inf", "nan", "-inf", "INFINITY"}) {
    EXPECT_THAT(stored("float", word), HasSubstr("is not a number"));
    EXPECT_THAT(stored("double", word), HasSubstr("is not a number"));
  }
  EXPECT_THAT(refused(shift, {{"by", "1"}, {"factor", "1"}, {"factor", "2"}}),
              HasSubstr("--argument 'factor': the parameter is given several values"));
}

TEST(CompiledKernel, ShowsErrorsOfTheUsersLinesOnly) {
  const std::string plain = refused(
      "__global__ void k(const float* in, float* out, int N) {\n  out[threadIdx.z] = inn[0];\n}\n");
  EXPECT_THAT(plain, AllOf(HasSubstr("my.cu:2:22: error: 'inn' was not declared"),
                           HasSubstr("out[threadIdx.z] = inn[0];"), Not(HasSubstr("counting.cpp")),
                           Not(HasSubstr("plain.cpp")), Not(HasSubstr("of_the_user"))));
  const std::string variant = refused(
      "#include \"stencil/kernel.hpp\"\nusing namespace ministencil;\n"
      "template <class T, class Update>\n"
      "__global__ void k(const T* in, T* out, Region region, Update update) {\n"
      "  out[0] = in[0] + region.nowhere;\n}\n"
      "constexpr KernelDescription description{.summary = \"\", .default_block = {32, 4}};\n");
  EXPECT_THAT(variant, AllOf(HasSubstr("my.cu:5:"), HasSubstr("nowhere"), Not(HasSubstr(".cpp"))));
}

TEST(CompiledKernel, NamesTheUsersLineOfABracketAndNothingAroundTheFile) {
  const std::string head = "__global__ void k(const float* in, float* out, int N) {\n";
  EXPECT_THAT(refused(head + "  if (N > blockIdx.z) {\n    out[0] = in[0];\n}\n"),
              AllOf(HasSubstr("my.cu:1: error: '{' is never closed"), Not(HasSubstr("around"))));
  EXPECT_THAT(refused(head + "  out[blockIdx.z] = in[0];\n}\n}\n"),
              AllOf(HasSubstr("my.cu:4: error: '}' closes nothing"), Not(HasSubstr("around"))));
  EXPECT_THAT(refused(head + "  out[blockIdx.z] = inn[0] }\n}\n"),
              AllOf(HasSubstr("my.cu:2:21: error: 'inn'"), Not(HasSubstr("around"))));
}

std::string refused_compiler(const std::string& command) {
  const WrittenFile file(shift);
  try {
    const CompiledKernel compiled(compiler(command), read_kernel_text(file.path()), 3,
                                  {{"factor", "3"}, {"by", "0.5"}});
  } catch (const MachineError& error) {
    return error.what();
  }
  return "compiled";
}

TEST(CompiledKernel, NamesACompilerThatIsMissing) {
  EXPECT_THAT(refused_compiler("no-such-compiler -O"),
              AllOf(HasSubstr("'no-such-compiler'"), HasSubstr("set CXX")));
}

TEST(CompiledKernel, NamesACompilerThatProducesNothing) {
  EXPECT_THAT(refused_compiler("true"),
              AllOf(HasSubstr("'true' produced nothing: it reported success"),
                    HasSubstr("set CXX to a GCC, or unset it for '")));
  EXPECT_THAT(refused_compiler("false"), HasSubstr("'false' produced nothing: it failed without"));
}

TEST(ScratchFolder, LeavesNothing) {
  fs::path path;
  {
    const ScratchFolder folder;
    path = folder.path();
    std::ofstream(path / "file") << "text";
    EXPECT_TRUE(fs::exists(path));
    EXPECT_EQ(fs::status(path).permissions(), fs::perms::owner_all);
  }
  EXPECT_FALSE(fs::exists(path));
}

TEST(TrimmedDiagnostics, KeepEverythingWhereNoErrorIsFound) {
  EXPECT_EQ(trimmed_diagnostics("cc1plus: killed\n", {}), "cc1plus: killed");
}

}  // namespace
}  // namespace ministencil
