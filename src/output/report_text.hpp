// SPDX-License-Identifier: Apache-2.0
/// Reports for people: what runs where, and what came of it.
#pragma once

#include <string>

#include "output/report.hpp"

namespace ministencil {

/// "1.234 ms", "56.7 GB/s": three or four significant digits and a decimal SI prefix.
std::string with_prefix(double value, const std::string& unit);

/// One decimal; small shares keep two digits instead of becoming 0.
std::string percent_text(double share);

/// All digits that the precision has.
std::string value_text(double value, Precision precision);

/// What is about to run, in a few lines, ending with a table of host, rank, device and box.
/// More than eight ranks are folded: the first few and the last one.
std::string opening_text(const RunPlan& plan);

/// The same with other lines about the work than those of time and kernel.
std::string opening_text(const RunPlan& plan, const std::vector<NamedText>& work);

/// The summary: lines that align, the sectors of each rank, checks, warnings, files, and at the end
/// a line "Figure of merit: … Gpoint/s".
std::string summary_text(const RunReport& report);

}  // namespace ministencil
