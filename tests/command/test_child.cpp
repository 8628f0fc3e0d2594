// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <chrono>

#include "command/child.hpp"

namespace ministencil {
namespace {

TEST(Child, SaysHowItEndedAndWhatItSaidOnBothStreams) {
  const ChildEnd end = run_child({"sh", "-c", "echo out; echo err >&2; exit 7"}, 10);
  EXPECT_EQ(end.code, 7);
  EXPECT_EQ(end.said, "out\nerr\n");
}

TEST(Child, IsGivenItsWordsAsTheyAre) {
  EXPECT_EQ(run_child({"printf", "%s", "$HOME 'a b' *"}, 10).said, "$HOME 'a b' *");
}

TEST(Child, ThatDoesNotExistIs127) {
  EXPECT_EQ(run_child({"no-such-program-anywhere"}, 10).code, 127);
}

TEST(Child, ThatTakesTooLongOrSaysTooMuchIsKilled) {
  const auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(run_child({"sleep", "60"}, 1).code, 128 + 9);
  EXPECT_EQ(run_child({"yes"}, 60).code, 128 + 9);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(30));
}

TEST(Child, ReadsNothingOfOurs) { EXPECT_EQ(run_child({"cat"}, 10).code, 0); }

}  // namespace
}  // namespace ministencil
