// SPDX-License-Identifier: Apache-2.0
/// Sine and exponential with the same bits on every machine: additions, multiplications and
/// divisions of IEEE doubles in a fixed order. Within 4 units in the last place of the true value.
#pragma once

#include "core/box.hpp"

namespace ministencil {

/// sin(2π · numerator / turn) for 0 <= numerator < turn < 2^50. The angle is reduced in integers,
/// so zeros, ±1 and the mirror images sin(π − a) = sin a, sin(−a) = −sin a are exact.
double sine_of_turn(Index numerator, Index turn);

/// exp(−a) for a >= 0; 0 where the result would be below the normal doubles (a > 708).
double exponential_decay(double a);

}  // namespace ministencil
