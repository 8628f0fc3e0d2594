// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>

#include "command/lab_report.hpp"
#include "command/texture_counts.hpp"
#include "core/text.hpp"
#include "output/table.hpp"

namespace ministencil {

namespace {

using Align = Table::Align;

const char* name_of(KernelForm form) {
  return form == KernelForm::plain ? "plain kernel" : "variant";
}

std::string heading(const LabReport& report) {
  const Subject& subject = report.subject;
  return fmt::format("{}: {} '{}', {}D, block {}{}\n", report.kernel.path, name_of(subject.form),
                     report.kernel.function, subject.dimensions, text_of(subject.block),
                     subject.chunks ? fmt::format(", {} chunks", *subject.chunks) : "");
}

}  // namespace

std::string random_text(const std::optional<RandomBits>& random) {
  if (!random || !random->is_rounding()) return "";
  if (random->differing == 0) return "Bits on random numbers: equal to ours\n";
  return fmt::format(
      "Bits on random numbers: {} of {} points differ from ours, by {:.1e} at most: another order "
      "of additions, no fault\n",
      random->differing, random->points, random->largest);
}

std::string result_text(const TrialResult& result) {
  const LabComparison& c = result.comparison;
  if (c.passed()) return "right";
  if (c.wrong == 0 && c.unsteady > 0) {
    return fmt::format("WRONG: {} elements differ from launch to launch", c.unsteady);
  }
  if (!c.first) return "WRONG: " + result.diagnosis.text;
  return fmt::format("WRONG at {} of {} points, first {}", c.wrong, c.points,
                     text_of(*c.first, result.trial.dimensions()));
}

namespace {

/// The different values of something among trials, in their order: "orders 2, 4"; empty if all are
/// alike.
std::string varied(const std::vector<const LabTrial*>& trials, const std::string& what,
                   const std::function<std::string(const LabTrial&)>& value) {
  std::vector<std::string> values;
  for (const LabTrial* trial : trials) {
    const std::string text = value(*trial);
    if (std::ranges::count(values, text) == 0) values.push_back(text);
  }
  return values.size() > 1 ? what + joined(values) : "";
}

/// "33 x 33 x 33 points, 3 trials: chunks 1, 3, default".
std::string text_of(const std::vector<const LabTrial*>& trials) {
  const LabTrial& first = *trials.front();
  if (trials.size() == 1) return text_of(first);
  std::vector<std::string> parts{
      varied(trials, "chunks ",
             [](const LabTrial& t) { return t.chunks ? std::to_string(*t.chunks) : "default"; }),
      varied(trials, "", [](const LabTrial& t) { return std::string(name_of(t.task.precision)); }),
      varied(trials, "orders ",
             [](const LabTrial& t) { return std::to_string(order_of(t.task.block.radius)); }),
      varied(trials, "weights ", [](const LabTrial& t) {
        return t.task.weights == Weights::equal ? "equal" : "unequal";
      })};
  std::erase(parts, "");
  const std::string grid = extents_text(first.points, first.dimensions());
  return fmt::format("{} points, {} trials{}{}", grid, trials.size(), parts.empty() ? "" : ": ",
                     joined(parts, "; "));
}

/// Trials that the kernel passed are told by grid; every other one on its own.
std::string trials_text(const Verification& verification) {
  struct Row {
    std::vector<const LabTrial*> trials;
    std::string result;
    bool is_right;
  };
  std::vector<Row> rows;
  for (const TrialResult& result : verification.results) {
    const bool is_right = result.comparison.passed();
    const auto alike = std::ranges::find_if(rows, [&](const Row& row) {
      return is_right && row.is_right && row.trials.front()->points == result.trial.points;
    });
    if (alike == rows.end())
      rows.push_back({{&result.trial}, result_text(result), is_right});
    else
      alike->trials.push_back(&result.trial);
  }
  Table table({{""}, {""}});
  for (const Row& row : rows) table.add({text_of(row.trials), row.result});
  for (const std::string& trial : verification.left_out) {
    table.add({trial, "not run: the kernel touches memory out of bounds"});
  }
  return table.text();
}

/// Paths of the user's file as it was given.
std::string with_given_path(std::string text, const std::string& path) {
  const std::string absolute = std::filesystem::absolute(path).lexically_normal().string();
  for (std::size_t at = 0; (at = text.find(absolute, at)) != text.npos; at += path.size()) {
    text.replace(at, absolute.size(), path);
  }
  return text;
}

std::string verification_text(const LabReport& report) {
  const Verification& verification = report.verification;
  std::string text = "\nVerification: small integers, output poisoned, every element compared\n" +
                     trials_text(verification) + random_text(verification.random);
  if (!verification.passed()) {
    text +=
        "It looks like this: " + with_given_path(verification.verdict.text, report.kernel.path) +
        "\n";
  }
  text += verification.findings.empty()
              ? "Races, barriers, unwritten values, bounds: nothing found\n"
              : "Found\n";
  for (const Finding& finding : verification.findings) {
    text += "  " + with_given_path(text_of(finding), report.kernel.path) + "\n";
  }
  return text;
}

std::string sectors_text(const LabReport& report) {
  const ProfileCount& profile = *report.verification.profile;
  const Index n = report.options.launches;
  const double points = static_cast<double>(profile.points()) * static_cast<double>(n);
  Table table({{""},
               {"sectors", Align::right},
               {"requests", Align::right},
               {"sectors a point", Align::right}});
  const auto row = [&](const char* name, Index sectors, Index requests) {
    table.add({name, std::to_string(sectors * n), std::to_string(requests * n),
               fmt::format("{:.3f}", static_cast<double>(sectors * n) / points)});
  };
  const SectorCounts& c = profile.counted;
  row("loads", c.loads, c.load_requests);
  row("stores", c.stores, c.store_requests);
  row("total", c.sectors(), c.load_requests + c.store_requests);
  std::string text = fmt::format(
      "\nSectors (32 bytes) of {} launch{} on {}, by {}\n", n, n == 1 ? "" : "es",
      text_of(profile.trial),
      profile.method == CountBy::sampling ? "sampled emulation" : "emulation of every block");
  text += table.text() + texture_text(c.texture, n);
  if (report.options.gate) {
    text += fmt::format("Gate {:.0f}: {}, {:.1f} % of it\n", *report.options.gate,
                        report.within_gate() ? "passed" : "FAILED",
                        100 * static_cast<double>(report.sectors()) / *report.options.gate);
  }
  return text;
}

/// No longer than a line of the table bears.
std::string cut(const std::string& line) {
  constexpr std::size_t most = 56;
  return line.size() <= most ? line : line.substr(0, most - 1) + "…";
}

std::string lines_text(const LabReport& report) {
  Table table({{"line", Align::right},
               {"sectors", Align::right},
               {"share", Align::right},
               {"a point", Align::right},
               {"shared requests", Align::right},
               {"conflicts", Align::right},
               {"source"}});
  const double points = static_cast<double>(report.verification.profile->points());
  std::string words;
  for (const ExplainedLine& line : report.lines) {
    table.add({line.place, std::to_string(line.global.sectors()),
               fmt::format("{:.1f} %", 100 * line.share),
               fmt::format("{:.3f}", static_cast<double>(line.global.sectors()) / points),
               std::to_string(line.shared.requests), std::to_string(line.shared.excess()),
               cut(line.text)});
    if (!line.words.empty()) words += fmt::format("  line {} {}\n", line.place, line.words);
  }
  std::string text = "\nWhere the requests of one launch go\n" + table.text() + words;
  for (const std::string& sentence : report.sentences) text += sentence + ".\n";
  return text;
}

/// Hardware need not show what the emulator sees.
std::string disagreement_text(const LabReport& report) {
  const LabGpuPart& gpu = report.gpu;
  if (!gpu.reason.empty() || gpu.passed() == report.verification.passed()) return "";
  if (gpu.passed()) {
    return "The GPU gave right values in every launch: what the emulator found need not show "
           "there, but may at any time.\n";
  }
  return "The emulator finds nothing of that: it is the GPU's compiler, its limits or the order of "
         "its threads that shows it.\n";
}

std::string gpu_text(const LabReport& report) {
  if (report.gpu.reason.empty()) return report.gpu.text + disagreement_text(report);
  return "\nOn the GPU: not measured: " + report.gpu.reason + "\n";
}

std::string verdict_text(const LabReport& report) {
  if (report.passed()) return "\nPASSED\n";
  std::vector<std::string> reasons;
  if (!report.verification.passed()) {
    reasons.push_back(with_given_path(report.verification.verdict.text, report.kernel.path));
  }
  if (!report.gpu.passed() && report.verification.passed()) {
    reasons.push_back("on the GPU, " + report.gpu.verdict);
  }
  if (!report.within_gate()) {
    reasons.push_back(fmt::format("{} sectors exceed the gate of {:.0f}", report.sectors(),
                                  *report.options.gate));
  }
  return "\nFAILED: " + joined(reasons, "; and ") + "\n";
}

}  // namespace

std::string lab_text(const KernelText& kernel, const std::string& what) {
  return fmt::format("{}: {} '{}'\n\nFAILED: {}\n", kernel.path, name_of(kernel.form),
                     kernel.function, with_given_path(what, kernel.path));
}

std::string lab_text(const LabReport& report) {
  return heading(report) + verification_text(report) + sectors_text(report) + lines_text(report) +
         gpu_text(report) + verdict_text(report);
}

}  // namespace ministencil
