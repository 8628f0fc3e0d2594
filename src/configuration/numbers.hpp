// SPDX-License-Identifier: Apache-2.0
/// Numbers as the input and the command line write them: JSON's grammar, the whole text, whatever
/// the locale.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

#include "core/box.hpp"

namespace ministencil {

/// Why a text is no number, as problem: reason; remedy.
struct NotANumber {
  std::string why;
};

/// An optional '-' and digits without a leading zero; [least, most].
std::variant<Index, NotANumber> parse_integer(std::string_view text, Index least, Index most);
std::variant<std::uint64_t, NotANumber> parse_seed(std::string_view text);

/// A finite decimal number such as 1, -0.5 or 2.5e-3 that is neither too large nor too small for
/// 64 bits.
std::variant<double, NotANumber> parse_number(std::string_view text);

/// The shortest text that reads back as the same bits.
std::string number_text(double value);

}  // namespace ministencil
