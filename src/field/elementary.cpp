// SPDX-License-Identifier: Apache-2.0
#include "field/elementary.hpp"

#include <array>
#include <bit>
#include <cstdint>
#include <numbers>

namespace ministencil {

namespace {

/// Horner's rule, highest power last in `coefficients`.
template <std::size_t n>
double polynomial(const std::array<double, n>& coefficients, double x) {
  double sum = coefficients[n - 1];
  for (std::size_t i = n - 1; i-- > 0;) sum = sum * x + coefficients[i];
  return sum;
}

/// Signed reciprocal factorials step!, (step + 2)!, …: the Taylor series of sine and cosine.
template <std::size_t n>
constexpr std::array<double, n> alternating_series(int first, double sign) {
  std::array<double, n> series{};
  double factorial = 1;  // exact in a double up to 18!
  for (int i = 2; i <= first; ++i) factorial *= i;
  for (std::size_t i = 0; i < n; ++i, sign = -sign) {
    series[i] = sign / factorial;
    const int power = first + 2 * static_cast<int>(i);
    factorial *= (power + 1.0) * (power + 2.0);
  }
  return series;
}

/// sin(x), 0 <= x <= π/4: the series up to x^17; what follows is below 1e-19.
double short_sine(double x) {
  constexpr auto series = alternating_series<8>(3, -1.0);
  const double square = x * x;
  return x + x * (square * polynomial(series, square));
}

/// cos(x), 0 <= x <= π/4: the series up to x^16; what follows is below 1e-17.
double short_cosine(double x) {
  constexpr auto series = alternating_series<7>(4, 1.0);
  const double square = x * x;
  return 1.0 + (square * (square * polynomial(series, square)) - 0.5 * square);
}

/// 2^−power for 0 <= power <= 1022.
double power_of_half(std::uint64_t power) { return std::bit_cast<double>((1023 - power) << 52); }

}  // namespace

double sine_of_turn(Index numerator, Index turn) {
  const bool negative = 2 * numerator > turn;
  if (negative) numerator = turn - numerator;
  // The angle is now π t / turn in the first half turn; its mirror image brings t to a quarter.
  Index t = 2 * numerator;
  if (2 * t > turn) t = turn - t;
  const double ends = static_cast<double>(turn);
  const double size =
      4 * t <= turn
          ? short_sine(std::numbers::pi * (static_cast<double>(t) / ends))
          : short_cosine(std::numbers::pi * (static_cast<double>(turn - 2 * t) / (2.0 * ends)));
  return negative ? -size : size;
}

double exponential_decay(double a) {
  if (!(a <= 708.0)) return 0.0;
  // a = power · ln 2 − rest with |rest| <= ln(2)/2. The leading part of ln 2 has trailing zeros, so
  // that its multiples are exact (Cody and Waite).
  constexpr double ln2_lead = 6.93147180369123816490e-01, ln2_tail = 1.90821492927058770002e-10;
  // NOLINTNEXTLINE(bugprone-incorrect-roundings): either neighbour of a tie will do
  const auto power = static_cast<std::uint64_t>(a * std::numbers::log2e + 0.5);
  const double count = static_cast<double>(power);
  const double rest = (count * ln2_lead - a) + count * ln2_tail;
  double sum = 1.0;  // the series up to rest^14, smallest terms first
  for (int term = 14; term >= 1; --term) sum = 1.0 + rest * sum / term;
  return sum * power_of_half(power);
}

}  // namespace ministencil
