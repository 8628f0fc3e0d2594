// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "core/error.hpp"
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
