// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <fstream>

#include "core/error.hpp"
#include "kernel_file/host_compiler.hpp"
#include "kernel_file/kernel_text.hpp"
#include "kernel_file/tokens.hpp"

namespace ministencil {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

KernelText parse(const std::string& text) { return parse_kernel_text("my.cu", text); }

std::string refused(const std::string& text) {
  try {
    parse(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

TEST(KernelText, FindsThePlainForm) {
  const KernelText kernel = parse(
      "// __global__ void no(int);\n"
      "__global__ void __launch_bounds__(512) heat(const float* __restrict__ in,\n"
      "    float* const out, const unsigned int N, int steps, float r) {\n"
      "  __syncthreads();  out[blockIdx.z] = in[0];\n}\n");
  EXPECT_EQ(kernel.form, KernelForm::plain);
  EXPECT_EQ(kernel.function, "heat");
  EXPECT_THAT(kernel.parameters,
              ElementsAre(KernelParameter{"int", "steps"}, KernelParameter{"float", "r"}));
  EXPECT_EQ(kernel.dimensions, 3);
  EXPECT_TRUE(kernel.has_barriers);
  EXPECT_FALSE(kernel.uses_shuffles);
}

TEST(KernelText, FindsTheVariantFormUnderAnyName) {
  const KernelText kernel = parse(
      "template <class T, class Update>\n"
      "__global__ void mine(const T* in, T* out, Region region, Update update) {}\n"
      "constexpr KernelDescription description{};\n");
  EXPECT_EQ(kernel.form, KernelForm::variant);
  EXPECT_EQ(kernel.function, "mine");
}

TEST(KernelText, TakesConstOnEitherSide) {
  EXPECT_EQ(parse("__global__ void k(float const *a, float* b, size_t n) {}").function, "k");
}

TEST(KernelText, TellsDimensionsOnlyWhereTheTextDoes) {
  const auto dimensions = [](const std::string& body) {
    return parse("__global__ void k(const float* a, float* b, int N) {" + body + "}").dimensions;
  };
  EXPECT_EQ(dimensions("int x = threadIdx.x, y = threadIdx.y;"), 2);
  EXPECT_EQ(dimensions("int z = blockIdx.z;"), 3);
  EXPECT_EQ(dimensions("for (int z = 0; z < N; ++z) b[z * N * N] = 0;"), std::nullopt);
  EXPECT_EQ(dimensions("b[i * N * N] = 0;"), std::nullopt);
}

TEST(KernelText, ShowsBothFormsWhenItRefuses) {
  const auto shows_both =
      AllOf(HasSubstr("__global__ void any_name(const float* in, float* out, int N)"),
            HasSubstr("any_name(const T* in, T* out, Region region, Update update)"));
  EXPECT_THAT(refused("int main() {}"), AllOf(HasSubstr("no __global__ function"), shows_both));
  EXPECT_THAT(refused("__global__ void a(int) {} __global__ void b(int) {}"),
              AllOf(HasSubstr("several"), HasSubstr("'a' and 'b'"), shows_both));
  EXPECT_THAT(refused("\n__global__ void a(float* in, float* out, int N) {}"),
              AllOf(HasSubstr("(line 2) do not begin with const float*"), shows_both));
  EXPECT_THAT(refused("__global__ void a(const float* in, float* out, int* N) {}"),
              HasSubstr("have no integer as the third"));
  EXPECT_THAT(refused("__global__ void a(const float* in, float* out, int N, float* w) {}"),
              HasSubstr("'float * w', which is no number"));
  EXPECT_THAT(refused("template <class T> __global__ void a(T* in, T* out, int n, int m) {}"),
              HasSubstr("no KernelDescription"));
  EXPECT_THAT(refused("extern \"C\" __global__ void a(const float* in, float* out, int N) {}"),
              HasSubstr("extern \"C\""));
  EXPECT_THAT(refused("__global__ void a(const float* in, float* out, int N) {\n"
                      "extern __shared__ float t[]; }"),
              HasSubstr("line 2 declares dynamic shared memory"));
}

TEST(KernelText, RefusesExceptionsWithTheLineAndWhatToDo) {
  const std::string head = "__global__ void k(const float* a, float* b, int N) {\n";
  EXPECT_THAT(refused(head + "if (N < 0)\n throw 5; }"),
              AllOf(HasSubstr("line 3 says 'throw': GPUs have no exceptions; return early")));
  EXPECT_THAT(refused(head + "try { b[0] = 0; } catch (...) {} }"), HasSubstr("line 2 says 'try'"));
  EXPECT_EQ(refused(head + "// throw\n b[0] = a[0]; }"), "accepted");
}

TEST(KernelText, RefusesVariablesThatOutliveALaunch) {
  const auto with = [](const std::string& declaration) {
    return refused("\n" + declaration +
                   "\n__global__ void k(const float* a, float* b, int N) { b[0] = a[0]; }");
  };
  for (const char* declaration : {"__device__ float seen[100];", "static __device__ int seen = 3;",
                                  "__device__ __align__(16) float4 seen;", "__managed__ int seen;",
                                  "__device__ int seen{};"}) {
    EXPECT_THAT(with(declaration), AllOf(HasSubstr("line 2 declares the device variable 'seen'"),
                                         HasSubstr("--argument")))
        << declaration;
  }
  for (const char* declaration :
       {"__constant__ float two = 2;", "__device__ const float two = 2;",
        "static __device__ constexpr float w[2] = {1, 2};", "__device__ float f(float u);",
        "template <class T> __device__ __forceinline__ T f(T u) { return u; }",
        "struct S { __device__ S() : x(0) {} int x; };",
        "struct S { __device__ int operator()(int i) const { return i; } };"}) {
    EXPECT_EQ(with(declaration), "accepted") << declaration;
  }
}

TEST(KernelText, NamesTheLineOfWhatIsNeverClosed) {
  EXPECT_THAT(refused("__global__ void k(const float* a, float* b, int N) {}\n/* open\n"),
              HasSubstr("line 2 begins a comment that never ends"));
  EXPECT_THAT(refused("// /*\nconst char* s = \"/*\";\n/* a */ /* open\n*/\n/*\n"),
              HasSubstr("line 5 begins a comment"));
  EXPECT_THAT(refused("\n__global__ void k(const float* a, float* b, int N { b[0] = 1; }"),
              HasSubstr("line 2 holds a bracket without its counterpart: '(' is never closed"));
}

TEST(BracketError, NamesTheFirstBracketWithoutCounterpart) {
  const std::string head = "__global__ void k(const float* a, float* b, int N) {";
  const auto error = [&](const std::string& rest) { return bracket_error(parse(head + rest)); };
  EXPECT_EQ(error("b[0] = '{' + a[0]; }"), "");
  EXPECT_EQ(error("\nif (N) {\n"), "my.cu:2: error: '{' is never closed\n");
  EXPECT_EQ(error("\n}\n}"), "my.cu:3: error: '}' closes nothing that this file opens\n");
  EXPECT_EQ(error("\nb[0) = 1; }"), "my.cu:2: error: ')' closes nothing that this file opens\n");
}

TEST(KernelText, OfALargeFileIsRefusedWithBothSizes) {
  const ScratchFolder folder;
  const std::string path = (folder.path() / "big.cu").string();
  std::ofstream(path) << std::string(1048577, ' ');
  try {
    read_kernel_text(path);
    FAIL() << "read";
  } catch (const InputError& error) {
    EXPECT_THAT(error.what(), AllOf(HasSubstr("1048577 bytes"), HasSubstr("at most 1048576"),
                                    testing::Not(HasSubstr("YAML"))));
  }
}

TEST(KernelText, KeepsHeadersForTheGlobalScope) {
  const KernelText kernel = parse(
      "#include <cuda_runtime.h>\n#include  <cstdint>\n// #include <vector>\n"
      "#include \"near.h\"\n__global__ void k(const float* a, float* b, int N) {}");
  EXPECT_THAT(kernel.headers, ElementsAre("<cuda_runtime.h>", "<cstdint>"));
}

TEST(WithoutComments, BlanksCommentsStringsAndCharacters) {
  EXPECT_EQ(without_comments("a/*b\n*/c//d\ne\"f\\\"g\"+'i'1'000/**//**/j"),
            "a   \n  c   \ne      +   1'000        j");
}

TEST(HashOf, ChangesWithEveryByte) {
  EXPECT_EQ(hash_of(""), "cbf29ce484222325");
  EXPECT_EQ(hash_of("a"), "af63dc4c8601ec8c");  // published for FNV-1a
  EXPECT_NE(hash_of("ab"), hash_of("ba"));
}

}  // namespace
}  // namespace ministencil
