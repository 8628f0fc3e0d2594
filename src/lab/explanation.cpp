// SPDX-License-Identifier: Apache-2.0
#include "lab/explanation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "core/text.hpp"

namespace ministencil {

namespace {

double ratio(Index part, Index whole) {
  return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
}

std::string line_text(const std::string& text, int number) {
  std::istringstream lines(text);
  std::string line;
  for (int i = 0; i < number && std::getline(lines, line); ++i) {
  }
  const std::size_t first = line.find_first_not_of(" \t");
  return first == line.npos ? "" : line.substr(first);
}

/// How often a whole field goes by.
std::string times_text(double times) {
  if (times < 0.1) return fmt::format("{:.1f} % of the field", 100 * times);
  if (times < 0.95) return fmt::format("{:.2f} of the field", times);
  if (times <= 1.05) return "the field once";
  return fmt::format("the field {:.2f} times", times);
}

/// What a request's sectors say about its lanes, for a warp whose lanes ask for `lane_bytes` each.
std::string request_text(double sectors_a_request, int lane_bytes) {
  const double aligned = lane_bytes;  // 32 lanes of so many bytes, in sectors of 32
  if (sectors_a_request <= 1.25) return "lone values: most of each sector is not used";
  if (sectors_a_request > 2.5 * aligned) return "scattered: lanes touch sectors far apart";
  if (sectors_a_request > 1.1 * aligned) return "beside a sector's start: a sector more a row";
  return "";
}

std::string words_of(const SectorCounts& global, Index field_sectors, int lane_bytes) {
  std::vector<std::string> parts;
  const auto side = [&](const char* verb, Index sectors, Index requests) {
    if (sectors == 0) return;
    parts.push_back(std::string(verb) + " " + times_text(ratio(sectors, field_sectors)));
    const std::string how = request_text(ratio(sectors, requests), lane_bytes);
    if (!how.empty()) parts.push_back(how);
  };
  side("loads", global.loads, global.load_requests);
  side("stores", global.stores, global.store_requests);
  return joined(parts, "; ");
}

/// Lines that load nearly a whole field or more.
std::vector<std::string> whole_loads(const std::vector<ExplainedLine>& lines, Index field) {
  std::vector<std::string> places;
  for (const ExplainedLine& line : lines) {
    if (ratio(line.global.loads, field) > 0.9) places.push_back(line.place);
  }
  return places;
}

std::string where_it_could_stay(const ProfileCount& count, bool has_shared) {
  const bool is_flat = count.trial.dimensions() == 2;
  const std::string march = is_flat ? "the rows above and below, when a block walks along y"
                                    : "the planes behind and ahead, when a block walks along z";
  return has_shared ? "What shared memory holds already need not be loaded again; " + march +
                          ", fit in a register each, or in a rolling shared buffer"
                    : "Neighbouring threads need the same values: a tile in shared memory loads "
                      "each once; "
                      "registers keep " +
                          march;
}

}  // namespace

std::vector<ExplainedLine> explain_lines(const ProfileCount& count, const std::string& path,
                                         const std::string& text) {
  const std::string file = std::filesystem::path(path).filename().string();
  std::vector<ExplainedLine> lines;
  const int bytes = bytes_of(count.trial.task.precision);
  for (const LineUse& use : count.findings.lines) {
    const std::string used = std::filesystem::path(use.where.file).filename().string();
    const bool is_own = used == file;
    const std::string number = std::to_string(use.where.line);
    lines.push_back({.place = is_own ? number : fmt::format("{}:{}", used, number),
                     .text = is_own ? line_text(text, use.where.line) : "",
                     .global = use.global,
                     .shared = use.shared,
                     .share = ratio(use.global.sectors(), count.counted.sectors()),
                     .words = words_of(use.global, count.fewest / 2, bytes)});
  }
  std::sort(lines.begin(), lines.end(), [](const ExplainedLine& a, const ExplainedLine& b) {
    const Index more = a.global.sectors(), less = b.global.sectors();
    return more != less ? more > less : a.place < b.place;
  });
  return lines;
}

std::vector<std::string> explain(const ProfileCount& count,
                                 const std::vector<ExplainedLine>& lines) {
  const Index field = count.fewest / 2;
  if (count.counted.sectors() == 0 && count.counted.texture.requests() > 0) {
    return {
        "It asks for nothing by global loads and stores: all goes through textures and surfaces"};
  }
  std::vector<std::string> sentences;
  sentences.push_back(fmt::format(
      "It loads {} and stores {}; {:.2f} times the fewest sectors that any kernel asks for",
      times_text(ratio(count.counted.loads, field)), times_text(ratio(count.counted.stores, field)),
      ratio(count.counted.sectors(), count.fewest)));
  const std::vector<std::string> whole = whole_loads(lines, field);
  const SharedMemoryUse shared = count.findings.shared();
  if (whole.size() > 1) {
    sentences.push_back(
        fmt::format("{} lines load the whole field each: {}", whole.size(), joined(whole)));
  }
  if (ratio(count.counted.loads, field) > 1.9) {
    sentences.push_back(where_it_could_stay(count, shared.requests > 0));
  }
  for (const ExplainedLine& line : lines) {
    if (line.share < 0.05 || ratio(line.global.loads, line.global.load_requests) > 1.25) continue;
    if (line.global.loads == 0) continue;
    sentences.push_back(fmt::format(
        "Line {} takes {:.0f} % of the sectors for lone values beside a block: wider blocks have "
        "fewer of them",
        line.place, 100 * line.share));
  }
  if (shared.excess() > 0) {
    sentences.push_back(fmt::format(
        "Bank conflicts cost {:.0f} % of the wavefronts of shared memory: lanes of a warp want "
        "different words of one bank; pad the rows of the array",
        100 * ratio(shared.excess(), shared.wavefronts)));
  }
  return sentences;
}

}  // namespace ministencil
