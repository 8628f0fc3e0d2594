// SPDX-License-Identifier: Apache-2.0
#include "lab/verification.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ministencil {

namespace {

bool passed(const TrialResult& result) { return result.comparison.passed(); }

bool holds(const std::vector<Finding>& findings, FindingKind kind) {
  return std::any_of(findings.begin(), findings.end(),
                     [&](const Finding& finding) { return finding.kind == kind; });
}

std::string chunk_remedy(const LabTrial& trial) {
  return fmt::format("derive a chunk's height from the launched grid, ceil(N / gridDim.{})",
                     trial.dimensions() == 2 ? 'y' : 'z');
}

/// Planes (rows in 2D) that every chunk stores, if they are equally many and others are left; or 0.
Index layers_a_chunk(const TrialResult& result) {
  if (result.diagnosis.reason != Reason::layers_left || !result.trial.chunks) return 0;
  const auto& left = result.comparison.poisoned_at[result.trial.dimensions() - 1];
  const Index stored = std::count(left.begin(), left.end(), 0);
  return stored % *result.trial.chunks == 0 ? stored / *result.trial.chunks : 0;
}

/// Right with some numbers of chunks and wrong with others on the same grid, or as many planes in
/// every chunk whatever their number.
Diagnosis diagnose_chunks(const std::vector<TrialResult>& results) {
  for (const TrialResult& wrong : results) {
    if (passed(wrong) || !wrong.trial.chunks) continue;
    for (const TrialResult& other : results) {
      const bool is_pair = other.trial.chunks && other.trial.points == wrong.trial.points &&
                           other.trial.chunks != wrong.trial.chunks;
      if (!is_pair) continue;
      const Index stored = layers_a_chunk(wrong);
      if (passed(other)) {
        return {Reason::chunk_height,
                fmt::format("right with {} chunks and wrong with {}: {}", *other.trial.chunks,
                            *wrong.trial.chunks, chunk_remedy(wrong.trial))};
      }
      if (stored > 0 && stored == layers_a_chunk(other)) {
        return {Reason::chunk_height,
                fmt::format("a chunk stores {} planes whatever its height: {}", stored,
                            chunk_remedy(wrong.trial))};
      }
    }
  }
  return {};
}

/// Wrong wherever blocks do not fit the grid, and only there.
Diagnosis diagnose_sizes(const std::vector<TrialResult>& results) {
  bool any_fits = false;
  for (const TrialResult& result : results) {
    const bool fits = blocks_fit(result.trial);
    any_fits = any_fits || fits;
    if (fits != passed(result)) return {};
  }
  if (!any_fits) return {};
  return {Reason::whole_blocks,
          "right only where blocks fit the grid: threads beyond its last point have to do nothing"};
}

void add(std::vector<Finding>& all, const std::vector<Finding>& some) {
  for (const Finding& finding : some) {
    const auto is_it = [&](const Finding& known) {
      return known.kind == finding.kind && known.where == finding.where &&
             known.other == finding.other;
    };
    if (std::none_of(all.begin(), all.end(), is_it)) all.push_back(finding);
  }
}

/// The first finding of one of the kinds; races count in shared memory only, since elsewhere they
/// follow from wrong indices.
Diagnosis diagnose_findings(const std::vector<Finding>& findings,
                            std::initializer_list<FindingKind> kinds) {
  for (const FindingKind kind : kinds) {
    for (const Finding& finding : findings) {
      const bool is_telling = kind != FindingKind::race || finding.memory == MemoryKind::shared;
      if (finding.kind == kind && is_telling) return {Reason::fault, text_of(finding)};
    }
  }
  return {};
}

}  // namespace

Diagnosis diagnose_together(const std::vector<TrialResult>& results) {
  const auto first = std::find_if_not(results.begin(), results.end(), passed);
  if (first == results.end()) return {};
  const Diagnosis& own = first->diagnosis;
  if (own.reason == Reason::no_op || own.reason == Reason::copy_through) return own;
  for (const auto& look : {diagnose_sizes, diagnose_chunks}) {
    Diagnosis diagnosis = look(results);
    if (diagnosis.reason != Reason::none) return diagnosis;
  }
  // Small grids may hide what lies between blocks.
  const auto clearest = std::find_if(results.begin(), results.end(), [](const TrialResult& r) {
    return !passed(r) && r.diagnosis.reason != Reason::wrong_values &&
           r.diagnosis.reason != Reason::some_unwritten;
  });
  return clearest == results.end() ? own : clearest->diagnosis;
}

namespace {

/// One verdict from what values and accesses tell. Faults of shared memory explain values better
/// than the values do; and a thread that was stopped has stored nothing.
Diagnosis verdict_of(const std::vector<TrialResult>& results,
                     const std::vector<Finding>& findings) {
  using enum FindingKind;
  const Diagnosis candidates[] = {
      diagnose_findings(findings, {race, unwritten_shared, split_barrier, missed_barrier}),
      diagnose_sizes(results), diagnose_findings(findings, {out_of_bounds}),
      diagnose_together(results)};
  for (const Diagnosis& candidate : candidates) {
    if (candidate.reason != Reason::none) return candidate;
  }
  return findings.empty() ? Diagnosis{} : Diagnosis{Reason::fault, text_of(findings.front())};
}

TrialResult result_of(const LabTrial& trial, const LabComparison& comparison) {
  return {trial, comparison, diagnose(trial, comparison)};
}

}  // namespace

Diagnosis diagnose_random(const RandomBits& random) {
  return {Reason::whole_numbers,
          fmt::format("it is right for whole numbers, but wrong by up to {:.1e} for fractions from "
                      "-1 to 1, where another order of additions makes {:.1e} at most",
                      random.largest, RandomBits::most_rounding)};
}

Verification verify(const Subject& subject, Index profile_points, const BeforeTrial& before) {
  Verification v;
  Emulator emulator;
  CountBy method = CountBy::sampling;
  const Trials trials = trials_of(subject, profile_points);
  for (const LabTrial& trial : trials.inspected) {
    before(trial);
    Inspector inspector;
    v.results.push_back(result_of(trial, compare(emulator, trial, inspector)));
    const Findings findings = inspector.findings();
    add(v.findings, findings.list);
    // A stopped thread asks for less, and unwatched it would touch what is not ours.
    if (holds(v.findings, FindingKind::out_of_bounds)) continue;
    if (findings.global() != count_sampled(trial.task)) method = CountBy::all_blocks;
  }
  before(profile_trial(subject, profile_points));
  v.profile.emplace(count_profile(subject, profile_points, method));
  add(v.findings, v.profile->findings.list);
  const bool is_wild = holds(v.findings, FindingKind::out_of_bounds);
  for (const LabTrial& trial : trials.compared) {
    if (is_wild) {
      v.left_out.push_back(text_of(trial));
    } else {
      before(trial);
      v.results.push_back(result_of(trial, compare(emulator, trial)));
    }
  }
  v.verdict = verdict_of(v.results, v.findings);
  if (!is_wild && has_catalogue_formula(trials.inspected.front())) {
    before(trials.inspected.front());
    v.random = compare_random(emulator, trials.inspected.front());
    if (v.passed() && !v.random->is_rounding()) v.verdict = diagnose_random(*v.random);
  }
  return v;
}

}  // namespace ministencil
