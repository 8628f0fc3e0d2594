// SPDX-License-Identifier: Apache-2.0
/// docs/input.md describes the format that is read.
#include <gmock/gmock.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "configuration/refusal.hpp"

namespace ministencil {
namespace {

std::string documentation() {
  std::ifstream file(MINISTENCIL_INPUT_DOCUMENTATION);
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

std::vector<std::string> examples() {
  std::vector<std::string> all;
  std::istringstream lines(documentation());
  bool inside = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) {
      inside = line == "```yaml";
      if (inside) all.emplace_back();
    } else if (inside) {
      all.back() += line + "\n";
    }
  }
  return all;
}

TEST(Documentation, HoldsOnlyValidExamples) {
  ASSERT_GE(examples().size(), 10u);
  for (const std::string& example : examples()) EXPECT_EQ(refusal(example), "accepted") << example;
}

void collect_keys(const nlohmann::ordered_json& json, std::vector<std::string>& keys) {
  if (!json.is_object()) return;
  for (const auto& [key, value] : json.items()) {
    keys.push_back(key);
    collect_keys(value, keys);
  }
}

TEST(Documentation, NamesEveryKey) {
  std::vector<std::string> keys = {"block", "chunk", "keep"};
  for (const std::string& example : examples()) {
    collect_keys(to_json(parse_configuration(example, "a.yaml")), keys);
  }
  const std::string text = documentation();
  for (const std::string& key : keys) {
    EXPECT_THAT(text, testing::ContainsRegex("(`|\\.|### |, )" + key)) << key;
  }
}

}  // namespace
}  // namespace ministencil
