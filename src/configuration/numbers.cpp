// SPDX-License-Identifier: Apache-2.0
#include "configuration/numbers.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "configuration/source_text.hpp"

namespace ministencil {

namespace {

constexpr std::string_view digits = "0123456789";

/// Removes leading digits from `text` and returns them.
std::string_view take_digits(std::string_view& text) {
  const std::string_view taken = text.substr(0, text.find_first_not_of(digits));
  text.remove_prefix(taken.size());
  return taken;
}

bool take(std::string_view& text, char wanted) {
  if (!text.starts_with(wanted)) return false;
  text.remove_prefix(1);
  return true;
}

bool has_leading_zero(std::string_view text) {
  take(text, '-');
  return text.size() > 1 && text[0] == '0' && digits.find(text[1]) != std::string_view::npos;
}

NotANumber leading_zero(std::string_view text) {
  return {shown(text) + " has a leading zero: some readers take it for octal; remove the zero"};
}

/// The grammar of JSON.
bool is_decimal(std::string_view text) {
  take(text, '-');
  if (take_digits(text).empty()) return false;
  if (take(text, '.') && take_digits(text).empty()) return false;
  if (take(text, 'e') || take(text, 'E')) {
    if (!take(text, '+')) take(text, '-');
    if (take_digits(text).empty()) return false;
  }
  return text.empty();
}

bool is_integer(std::string_view text) {
  const bool negative = take(text, '-');
  const std::string_view taken = take_digits(text);
  return text.empty() && !taken.empty() && !(negative && taken == "0");
}

template <class T>
std::variant<T, NotANumber> parse_whole(std::string_view text, T least, T most) {
  if (has_leading_zero(text)) return leading_zero(text);
  if (!is_integer(text)) {
    return NotANumber{shown(text) +
                      " is not an integer: digits only are wanted, no fraction or exponent; write "
                      "for example " +
                      std::to_string(std::max<T>(least, 1))};
  }
  T value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc{} && value >= least && value <= most) return value;
  return NotANumber{shown(text) + " is out of range: it must be from " + std::to_string(least) +
                    " to " + std::to_string(most) + "; change it"};
}

}  // namespace

std::variant<Index, NotANumber> parse_integer(std::string_view text, Index least, Index most) {
  return parse_whole(text, least, most);
}

std::variant<std::uint64_t, NotANumber> parse_seed(std::string_view text) {
  return parse_whole<std::uint64_t>(text, 0, std::numeric_limits<std::uint64_t>::max());
}

std::variant<double, NotANumber> parse_number(std::string_view text) {
  if (has_leading_zero(text)) return leading_zero(text);
  if (!is_decimal(text)) {
    return NotANumber{shown(text) +
                      " is not a number: a finite decimal is wanted; write for example 0.5 or "
                      "2.5e-3"};
  }
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const std::string_view mantissa = text.substr(0, text.find_first_of("eE"));
  const bool is_zero = mantissa.find_first_of("123456789") == std::string_view::npos;
  // A number that vanished is not the one that was written; not every library reports it.
  if (error == std::errc{} && std::isfinite(value) && (value != 0 || is_zero)) return value;
  return NotANumber{shown(text) +
                    " is out of range: 64-bit numbers reach from about 1e-308 to 1e308; change "
                    "the unit or the value"};
}

std::string number_text(double value) {
  std::array<char, 32> text;
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), value);
  return std::string(text.data(), end);
}

}  // namespace ministencil
