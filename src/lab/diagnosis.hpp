// SPDX-License-Identifier: Apache-2.0
/// Guesses from the pattern of wrong points what a kernel does wrong.
#pragma once

#include <string>

#include "lab/comparison.hpp"

namespace ministencil {

enum class Reason {
  none,
  no_op,            // nothing is stored
  copy_through,     // the input is stored
  border_updated,   // the formula is applied on the border, too
  layers_skipped,   // the last plane (row in 2D) of every chunk is not stored
  layers_left,      // other planes or rows are not stored
  chunk_height,     // right with some numbers of chunks only
  whole_blocks,     // right only where blocks fit the grid
  edge_column,      // wrong at the first or last column of blocks
  edge_row,         // … or row
  wrong_neighbour,  // a value of the window is that of another point
  not_a_number,     // what was computed from holds no value
  stray_store,      // stores beside the points to update
  some_unwritten,   // points are not stored, in no pattern
  wrong_values,     // in no pattern
  whole_numbers,    // right for whole numbers only
  fault,            // an inspection found what explains it
};

struct Diagnosis {
  Reason reason = Reason::none;
  std::string text;  // a sentence without full stop; empty for none
};

/// Of one trial. `none` if it passed.
Diagnosis diagnose(const LabTrial& trial, const LabComparison& comparison);

/// "[1, 2, 3] is 4, expected 5"; in 2D "[1, 2] is 4, expected 5".
std::string text_of(const Mismatch& mismatch, int dimensions);

}  // namespace ministencil
