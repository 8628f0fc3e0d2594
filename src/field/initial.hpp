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

/// Values of the points of `owned` (global coordinates), rows back to back.
/// Not for FromFile, whose values output/snapshot.hpp reads.
template <class T>
std::vector<T> initial_values(const Configuration& configuration, const AxisTables& tables,
                              const Box& owned);

/// Wave number times spacing, k·h, of a discrete eigenmode along an axis of `points` points between
/// `lower` and `upper`; `mode` counts half waves (whole waves where periodic).
double mode_angle(Index points, Boundary lower, Boundary upper, int mode);

/// Factor by which one explicit step multiplies the eigenmode of `configuration`, exactly, for the
/// rounded coefficients of the field's precision:
/// 1 − Σ 4 r_a sin²(k_a h_a / 2) up to rounding. Empty if the initial state is no eigenmode.
std::optional<double> eigenmode_decay(const Configuration& configuration);

}  // namespace ministencil
