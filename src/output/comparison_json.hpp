// SPDX-License-Identifier: Apache-2.0
/// Comparisons for programs: compare.json and compare.csv (docs/output.md describes both).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "output/comparison.hpp"

namespace ministencil {

/// Version of the names and meanings in compare.json and compare.csv.
inline constexpr int comparison_schema_version = 1;

/// Everything in `comparison`. What was not measured is null, and "<name>_reason" says why.
nlohmann::ordered_json comparison_json(const KernelComparison& comparison);

/// comparison_json() as the text of a file.
std::string comparison_json_text(const KernelComparison& comparison);

/// A header and a row a kernel: the members of comparison_json()'s kernels. What was not measured
/// is an empty cell; the last column says why.
std::string comparison_csv(const KernelComparison& comparison);

}  // namespace ministencil
