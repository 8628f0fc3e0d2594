// SPDX-License-Identifier: Apache-2.0
/// Initial states, the same bits on every machine: only IEEE additions, multiplications and
/// divisions in a fixed order, no library sine.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "configuration/configuration.hpp"
#include "core/box.hpp"

namespace ministencil {

/// One factor an axis: u(x, y, z) = T(table[0][x] · table[1][y] · table[2][z]), or for a linear
/// state the sum in the same order. Empty for states without tables.
using AxisTables = std::array<std::vector<double>, axes>;

/// Tables of the whole domain; rank 0 makes them and broadcasts. Throws InputError for a mode that
/// the grid cannot hold (the message names heat.initial.modes).
AxisTables make_tables(const Configuration& configuration);

/// Values of the points of `owned` (global coordinates), rows back to back; they do not depend on
/// who owns what. Random values are the leading 24 or 53 of 64 bits, so below 1 in either
/// precision. Not for FromFile, whose values output/snapshot.hpp reads.
template <class T>
std::vector<T> initial_values(const Configuration& configuration, const AxisTables& tables,
                              const Box& owned);

/// Wave number times spacing, k·h, of a discrete eigenmode along an axis of `points` points between
/// `lower` and `upper`; `mode` counts half waves (whole waves where periodic). The modes are listed
/// in field/mode.hpp.
double mode_angle(Index points, Boundary lower, Boundary upper, int mode);

/// Factor by which one explicit step multiplies the eigenmode of `configuration` in exact
/// arithmetic, with the coefficients as rounded to the field's precision: c0 + Σ 2 r_ad cos(d k_a
/// h_a), which at order 2 is 1 − Σ 4 r_a sin²(k_a h_a / 2) up to their rounding. Empty if the
/// initial state is no eigenmode.
std::optional<double> eigenmode_decay(const Configuration& configuration);

/// Largest error that rounding can leave after `steps` steps of an eigenmode of amplitude A; 0 if
/// the initial state is no eigenmode. With eps = 2u the field's machine epsilon:
/// - An update adds at most 2 eps A. Equal weights: three roundings in the sum of six, 3u · 6r A,
///   one of c0·u, u · c0 A, one of the fma, u A. Unequal: one a sum, u · 2r A each, one of c0·u and
///   one each of three fma, whose results stay within A. Either is at most 4u A, as c0 + 2 Σ r = 1.
/// - No error grows: within the stability limit no coefficient is negative and they add to at most
///   1 + u; exp(n eps) bounds (1 + u)^n and the terms of second order.
/// - At radius R > 1 some weights are negative. With m the sum of all magnitudes, at most 1.25, the
///   same terms add up to (1 + 3R) m u A an update: no form has more fma than 3R. Errors may grow,
///   but at most twofold: a step is a mean of steps along one axis each, of a diffusion number that
///   is stable in 1D, and no power of such a step has weights of magnitudes above 1.249 in sum
///   (computed for all diffusion numbers; test_eigenmode.cpp does it again), whose cube is 1.95.
/// - The initial values are rounded once: eps A.
/// - Below the normal numbers a rounding errs by up to the smallest number: four an update at most.
/// - In double: the decay factor is known to 4 eps, each step; the tables are within 8 eps A of the
///   true mode, which counts twice, as neither it nor its error's image is compared exactly.
double eigenmode_tolerance(const Configuration& configuration, Index steps);

struct EigenmodeError {
  double largest;  // infinite if any value is not a number
  Index3 point;    // where, in global coordinates
};

/// The largest distance of `values` (the points of `owned`, rows back to back) from the eigenmode's
/// exact values after `steps` steps. A field within eigenmode_tolerance() has passed.
template <class T>
EigenmodeError eigenmode_error(const Configuration& configuration, const AxisTables& tables,
                               const Box& owned, const T* values, Index steps);

}  // namespace ministencil
