// SPDX-License-Identifier: Apache-2.0
#include "tuning/tuning_text.hpp"

#include <fmt/format.h>

#include "core/text.hpp"
#include "output/report_text.hpp"
#include "output/table.hpp"
#include "tuning/published.hpp"

namespace ministencil {

namespace {

using Align = Table::Align;

constexpr std::size_t best_shown = 5;

/// Of the figure that ranks, in percent of the best: 100 for it, more for worse ones.
std::string beside_best(const Trial& trial, const Trial& best, RankedBy measure) {
  const double ratio = measure == RankedBy::seconds ? trial.seconds->median / best.seconds->median
                                                    : static_cast<double>(*trial.sectors) /
                                                          static_cast<double>(*best.sectors);
  return fmt::format("{:.1f} %", 100 * ratio);
}

/// Which columns have anything in them.
struct Shown {
  bool chunks = false, times = false, sectors = false;
};

Shown shown_of(const BlockSweep& sweep) {
  Shown shown;
  for (const Trial& trial : sweep.trials) {
    shown.chunks = shown.chunks || trial.launch.chunk > 0;
    shown.times = shown.times || trial.seconds;
    shown.sectors = shown.sectors || trial.sectors;
  }
  return shown;
}

Table empty_table(const Shown& shown, RankedBy measure) {
  std::vector<Table::Column> columns{{"place", Align::right}, {"block"}};
  if (shown.chunks) columns.push_back({"chunk", Align::right});
  columns.push_back({"threads", Align::right});
  if (shown.times) {
    columns.insert(columns.end(), {{"time", Align::right}, {"bandwidth", Align::right}});
  }
  if (shown.sectors) columns.push_back({"sectors", Align::right});
  columns.push_back(
      {std::string(measure == RankedBy::seconds ? "time" : "sectors") + " of the best",
       Align::right});
  columns.push_back({""});
  return Table(std::move(columns));
}

std::vector<std::string> row_of(const Trial& trial, const Trial& best, std::size_t place,
                                const Shown& shown, RankedBy measure) {
  const LaunchCandidate& launch = trial.launch;
  std::vector<std::string> cells{std::to_string(place), text_of(launch.block)};
  if (shown.chunks) cells.push_back(launch.chunk > 0 ? std::to_string(launch.chunk) : "");
  cells.push_back(std::to_string(launch.block.threads()));
  if (shown.times) {
    cells.push_back(trial.seconds ? with_prefix(trial.seconds->median, "s") : "");
    cells.push_back(trial.bytes_per_second ? with_prefix(*trial.bytes_per_second, "B/s") : "");
  }
  if (shown.sectors) cells.push_back(trial.sectors ? std::to_string(*trial.sectors) : "");
  cells.push_back(beside_best(trial, best, measure));
  cells.emplace_back(launch.is_default ? "the default" : "");
  return cells;
}

std::string best_text(const BlockSweep& sweep, RankedBy measure) {
  const std::vector<std::size_t> order = ranking(sweep, measure);
  if (order.empty()) return "  none can be launched\n";
  const Shown shown = shown_of(sweep);
  Table table = empty_table(shown, measure);
  const Trial& best = sweep.trials[order.front()];
  for (std::size_t i = 0; i < order.size(); ++i) {
    const Trial& trial = sweep.trials[order[i]];
    if (i < best_shown || trial.launch.is_default) {
      table.add(row_of(trial, best, i + 1, shown, measure));
    }
  }
  return table.text();
}

/// Limits in the order in which they were met, and the blocks that break each.
std::string impossible_text(const BlockSweep& sweep) {
  std::vector<std::pair<std::string, std::vector<std::string>>> limits;
  for (const Trial& trial : sweep.trials) {
    const LaunchCandidate& launch = trial.launch;
    if (launch.limit.empty()) continue;
    auto found = limits.begin();
    while (found != limits.end() && found->first != launch.limit) ++found;
    if (found == limits.end()) found = limits.insert(limits.end(), {launch.limit, {}});
    found->second.push_back(text_of(launch.block));
  }
  std::string text;
  for (const auto& [limit, blocks] : limits) {
    text += fmt::format("  {}: {}\n", limit, joined(blocks));
  }
  return text.empty() ? "" : "Impossible blocks, by the limit that they break\n" + text;
}

std::string sweep_text(const BlockSweep& sweep, RankedBy measure) {
  const std::size_t tried = ranking(sweep, measure).size();
  return fmt::format("\n{}: the best of {} launches, by {}\n", sweep.subject, tried,
                     measure == RankedBy::seconds ? "time" : "sectors asked for") +
         best_text(sweep, measure) + impossible_text(sweep);
}

const Trial* best_of(const BlockSweep& sweep, RankedBy measure) {
  const std::vector<std::size_t> order = ranking(sweep, measure);
  return order.empty() ? nullptr : &sweep.trials[order.front()];
}

/// The best of each sweep after the first, which was made to hold the first against.
std::string shares_text(const Tuning& tuning) {
  const Trial* const best = best_of(tuning.sweeps.front(), tuning.measure);
  std::string text;
  for (std::size_t i = 1; best && i < tuning.sweeps.size(); ++i) {
    const Trial* const other = best_of(tuning.sweeps[i], tuning.measure);
    if (!other || !best->bytes_per_second || !other->bytes_per_second) continue;
    text += fmt::format("{}: {:.1f} % of {}'s best, {} of {}\n", tuning.sweeps.front().subject,
                        100 * *best->bytes_per_second / *other->bytes_per_second,
                        tuning.sweeps[i].subject, with_prefix(*best->bytes_per_second, "B/s"),
                        with_prefix(*other->bytes_per_second, "B/s"));
  }
  return text.empty() ? "" : "\n" + text;
}

/// This chip's best beside what was published, in the same units.
std::string published_text(const Tuning& tuning) {
  const Trial* const best = best_of(tuning.sweeps.front(), tuning.measure);
  Table table({{"chip"}, {"threads", Align::right}, {"best blocks"}, {"bandwidth"}});
  if (best && best->bytes_per_second) {
    table.add({tuning.device, std::to_string(best->launch.block.threads()),
               text_of(best->launch.block), with_prefix(*best->bytes_per_second, "B/s")});
  }
  bool any = false;
  for (const PublishedRate& rate : published_rates()) {
    if (!tuning.probe || rate.probe != *tuning.probe) continue;
    any = true;
    table.add(
        {rate.chip, rate.threads > 0 ? std::to_string(rate.threads) : "", rate.blocks, rate.rate});
  }
  if (!any) return {};
  return "\nBeside what was published (bytes of 4096 x 4096 texels over time)\n" + table.text();
}

std::string opening_text(const Tuning& tuning) {
  Table table({{""}, {""}});
  if (tuning.input) {
    table.add({"input", tuning.input->source});
    table.add({"tuned for", text_of(*tuning.tuned_for)});
  } else {
    table.add({"texels", fmt::format("{} x {}, float32", tuning.points, tuning.points)});
  }
  table.add({"backend", tuning.backend});
  table.add({"how", tuning.how});
  return fmt::format("ministencil {} ({}): blocks of {}\n", tuning.program, tuning.commit,
                     tuning.sweeps.front().subject) +
         table.text();
}

}  // namespace

std::string tuning_text(const Tuning& tuning) {
  std::string text = opening_text(tuning);
  for (const BlockSweep& sweep : tuning.sweeps) text += sweep_text(sweep, tuning.measure);
  text += shares_text(tuning) + published_text(tuning);
  if (!tuning.notes.empty()) text += "\nNotes\n  " + joined(tuning.notes, "\n  ") + "\n";
  return text;
}

}  // namespace ministencil
