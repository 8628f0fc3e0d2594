// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "command/lab_report.hpp"
#include "command/texture_counts.hpp"

namespace ministencil {

namespace {

using Json = nlohmann::ordered_json;

Json json_of(const Index3& p) { return {p.x, p.y, p.z}; }

Json json_of(const TrialResult& result) {
  Json json{{"grid", json_of(result.trial.points)},
            {"chunks", result.trial.chunks ? Json(*result.trial.chunks) : Json()},
            {"precision", name_of(result.trial.task.precision)},
            {"order", order_of(result.trial.task.block.radius)},
            {"points", result.comparison.points},
            {"wrong", result.comparison.wrong},
            {"not_stored", result.comparison.poisoned}};
  if (!result.comparison.passed()) json["reason"] = result.diagnosis.text;
  if (const auto& first = result.comparison.first) {
    json["first"] = {{"point", json_of(first->point)},
                     {"found", first->is_poison ? Json() : Json(first->found)},
                     {"expected", first->expected}};
  }
  return json;
}

Json json_of(const SectorCounts& counts, Index launches) {
  Json json{
      {"loads",
       {{"sectors", counts.loads * launches}, {"requests", counts.load_requests * launches}}},
      {"stores",
       {{"sectors", counts.stores * launches}, {"requests", counts.store_requests * launches}}}};
  if (counts.texture.requests() > 0) json["textures"] = texture_json(counts.texture, launches);
  return json;
}

Json json_of(const SharedMemoryUse& shared, Index launches) {
  return {{"requests", shared.requests * launches},
          {"wavefronts", shared.wavefronts * launches},
          {"fewest", shared.fewest * launches}};
}

Json lines_json(const LabReport& report) {
  Json lines = Json::array();
  const double points = static_cast<double>(report.verification.profile->points());
  for (const ExplainedLine& line : report.lines) {
    Json json{{"line", line.place}, {"text", line.text}};
    json.update(json_of(line.global, 1));
    json["share"] = line.share;
    json["sectors_a_point"] = static_cast<double>(line.global.sectors()) / points;
    json["shared_memory"] = json_of(line.shared, 1);
    json["words"] = line.words;
    lines.push_back(json);
  }
  return lines;
}

Json verification_json(const Verification& verification) {
  Json trials = Json::array(), findings = Json::array();
  for (const TrialResult& result : verification.results) trials.push_back(json_of(result));
  for (const Finding& finding : verification.findings) findings.push_back(text_of(finding));
  Json json{{"passed", verification.passed()},
            {"verdict", verification.verdict.text},
            {"trials", trials},
            {"not_run", verification.left_out},
            {"findings", findings}};
  if (verification.random) json["random"] = random_json(*verification.random);
  return json;
}

Json sectors_json(const LabReport& report) {
  const ProfileCount& profile = *report.verification.profile;
  const Index n = report.options.launches;
  Json json{{"grid", json_of(profile.trial.points)},
            {"launches", n},
            {"method", profile.method == CountBy::sampling ? "sampled" : "full"},
            {"total", report.sectors()},
            {"fewest", profile.fewest * n}};
  json.update(json_of(profile.counted, n));
  json["shared_memory"] = json_of(profile.findings.shared(), n);
  json["gate"] = report.options.gate ? Json(*report.options.gate) : Json();
  if (report.options.gate) json["within_gate"] = report.within_gate();
  return json;
}

Json json_of(const KernelText& kernel) {
  return {{"file", kernel.path},
          {"text_hash", hash_of(kernel.text)},
          {"form", kernel.form == KernelForm::plain ? "plain" : "variant"},
          {"function", kernel.function}};
}

Json gpu_json(const LabGpuPart& gpu) {
  if (gpu.reason.empty()) return Json::parse(gpu.json);
  return {{"measured", false}, {"reason", gpu.reason}};
}

std::string text_of(const Json& json) {
  // Source lines may hold bytes that are no UTF-8.
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace

Json random_json(const RandomBits& random) {
  return {{"points", random.points}, {"differing", random.differing}, {"largest", random.largest}};
}

std::string lab_json_text(const KernelText& kernel, const std::string& what) {
  Json json = json_of(kernel);
  json["passed"] = false;
  json["verification"] = {{"passed", false}, {"verdict", what}};
  return text_of(json);
}

std::string lab_json_text(const LabReport& report) {
  const Subject& subject = report.subject;
  Json json = json_of(report.kernel);
  json.update({{"dimensions", subject.dimensions},
               {"block", {subject.block.x, subject.block.y, subject.block.z}},
               {"chunks", subject.chunks ? Json(*subject.chunks) : Json()},
               {"passed", report.passed()},
               {"verification", verification_json(report.verification)},
               {"sectors", sectors_json(report)},
               {"lines_of_one_launch", lines_json(report)},
               {"explanation", report.sentences},
               {"gpu", gpu_json(report.gpu)}});
  return text_of(json);
}

}  // namespace ministencil
