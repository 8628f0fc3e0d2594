// SPDX-License-Identifier: Apache-2.0
#include "kernel_file/cuda/standard_headers.hpp"

namespace ministencil {

namespace {

// The compiler itself knows the functions of <math.h>, printf, assert, memcpy, size_t, std::move
// and CUDA's words.
constexpr const char* nothing = "";

constexpr const char* integers = R"(#pragma once
typedef signed char int8_t;
typedef unsigned char uint8_t;
typedef short int16_t;
typedef unsigned short uint16_t;
typedef int int32_t;
typedef unsigned int uint32_t;
typedef long int64_t;
typedef unsigned long uint64_t;
typedef long intptr_t;
typedef unsigned long uintptr_t;
#define INT32_MAX 2147483647
#define INT32_MIN (-INT32_MAX - 1)
#define UINT32_MAX 4294967295u
#define INT64_MAX 9223372036854775807l
#define INT64_MIN (-INT64_MAX - 1)
#define UINT64_MAX 18446744073709551615ul
namespace std {
using ::int8_t, ::uint8_t, ::int16_t, ::uint16_t, ::int32_t, ::uint32_t, ::int64_t, ::uint64_t;
using ::intptr_t, ::uintptr_t;
}
)";

constexpr const char* sizes = R"(#pragma once
namespace std {
using size_t = decltype(sizeof(0));
using ptrdiff_t = decltype((char*)0 - (char*)0);
using nullptr_t = decltype(nullptr);
}
#ifndef offsetof
#define offsetof(type, member) __builtin_offsetof(type, member)
#endif
)";

// Host code names things by it; no kernel looks at one.
constexpr const char* string_view = R"(#pragma once
namespace std {
class string_view {
 public:
  __host__ __device__ constexpr string_view(const char* text) : text_(text) {}
  __host__ __device__ constexpr const char* data() const { return text_; }
 private:
  const char* text_;
};
}
)";

constexpr const char* mathematics = R"(#pragma once
#define M_PI 3.14159265358979323846
#define HUGE_VAL __longlong_as_double(0x7ff0000000000000ll)
#define HUGE_VALF __int_as_float(0x7f800000)
#define INFINITY HUGE_VALF
#define NAN __int_as_float(0x7fffffff)
namespace std {
using ::abs, ::fabs, ::fma, ::fmin, ::fmax, ::fmod, ::sqrt, ::cbrt, ::hypot, ::pow;
using ::exp, ::exp2, ::log, ::log2, ::log10, ::sin, ::cos, ::tan, ::tanh;
using ::floor, ::ceil, ::trunc, ::round, ::rint, ::copysign;
using ::fabsf, ::fmaf, ::fminf, ::fmaxf, ::sqrtf, ::expf, ::logf, ::powf, ::sinf, ::cosf;
using ::isnan, ::isinf, ::isfinite;
}
)";

constexpr const char* algorithms = R"(#pragma once
namespace std {
template <class T>
__host__ __device__ constexpr const T& min(const T& a, const T& b) { return b < a ? b : a; }
template <class T>
__host__ __device__ constexpr const T& max(const T& a, const T& b) { return a < b ? b : a; }
template <class T>
__host__ __device__ constexpr const T& clamp(const T& v, const T& low, const T& high) {
  return v < low ? low : high < v ? high : v;
}
template <class T>
__host__ __device__ constexpr void swap(T& a, T& b) {
  T kept = a;
  a = b;
  b = kept;
}
}
)";

constexpr const char* output = R"(#pragma once
namespace std {
using ::printf;
}
)";

constexpr const char* memory = R"(#pragma once
namespace std {
using ::memcpy, ::memset;
}
)";

constexpr const char* limits_of_numbers = R"(#pragma once
#define CHAR_BIT 8
#define INT_MAX 2147483647
#define INT_MIN (-INT_MAX - 1)
#define UINT_MAX 4294967295u
#define LONG_MAX 9223372036854775807l
#define LLONG_MAX 9223372036854775807ll
#define FLT_MAX 3.402823466e+38f
#define FLT_MIN 1.175494351e-38f
#define FLT_EPSILON 1.192092896e-07f
#define DBL_MAX 1.7976931348623157e+308
#define DBL_MIN 2.2250738585072014e-308
#define DBL_EPSILON 2.2204460492503131e-16
)";

constexpr const char* types = R"(#pragma once
namespace std {
template <class T, T v>
struct integral_constant {
  static constexpr T value = v;
};
using true_type = integral_constant<bool, true>;
using false_type = integral_constant<bool, false>;
template <class A, class B>
struct is_same : false_type {};
template <class A>
struct is_same<A, A> : true_type {};
template <class A, class B>
inline constexpr bool is_same_v = is_same<A, B>::value;
template <bool condition, class A, class B>
struct conditional {
  using type = A;
};
template <class A, class B>
struct conditional<false, A, B> {
  using type = B;
};
template <bool condition, class A, class B>
using conditional_t = typename conditional<condition, A, B>::type;
}
)";

constexpr StandardHeader headers[] = {
    {"cstdint", integers},
    {"stdint.h", integers},
    {"cstddef", sizes},
    {"stddef.h", sizes},
    {"string_view", string_view},
    {"cmath", mathematics},
    {"math.h", mathematics},
    {"algorithm", algorithms},
    {"utility", algorithms},
    {"cstdio", output},
    {"stdio.h", output},
    {"cstring", memory},
    {"string.h", memory},
    {"climits", limits_of_numbers},
    {"limits.h", limits_of_numbers},
    {"cfloat", limits_of_numbers},
    {"float.h", limits_of_numbers},
    {"type_traits", types},
    {"cassert", nothing},
    {"assert.h", nothing},
    {"cstdlib", nothing},
    {"stdlib.h", nothing},
    {"cuda.h", nothing},
    {"cuda_runtime.h", nothing},
    {"cuda_runtime_api.h", nothing},
    {"device_functions.h", nothing},
    {"device_launch_parameters.h", nothing},
};

}  // namespace

std::span<const StandardHeader> standard_headers() { return headers; }

}  // namespace ministencil
