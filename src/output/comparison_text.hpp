// SPDX-License-Identifier: Apache-2.0
/// Comparisons for people.
#pragma once

#include <string>

#include "output/comparison.hpp"

namespace ministencil {

/// What is about to be compared, in a few lines.
std::string comparison_opening_text(const KernelComparison& comparison);

/// Two tables, a row a kernel each; below them why cells are empty, what bound each kernel, which
/// kernels were left out, the verdict on the bits, and the files.
std::string comparison_text(const KernelComparison& comparison);

/// "all 8 kernels give the same bits …", or which do not and where the first of them differs.
std::string verdict_text(const KernelComparison& comparison);

}  // namespace ministencil
