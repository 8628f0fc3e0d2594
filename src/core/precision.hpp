// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace ministencil {

enum class Precision { float32, float64 };

template <class T>
inline constexpr Precision precision_of = sizeof(T) == 4 ? Precision::float32 : Precision::float64;

constexpr int bytes_of(Precision precision) { return precision == Precision::float32 ? 4 : 8; }
constexpr std::string_view name_of(Precision precision) {
  return precision == Precision::float32 ? "float32" : "float64";
}

/// Calls `body.template operator()<T>()` with the element type of `precision`.
template <class Body>
decltype(auto) with_element_type(Precision precision, Body&& body) {
  return precision == Precision::float32 ? body.template operator()<float>()
                                         : body.template operator()<double>();
}

}  // namespace ministencil
