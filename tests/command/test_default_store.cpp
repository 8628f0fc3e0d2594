// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include "command/tuned_launch.hpp"
#include "core/error.hpp"

namespace ministencil {
namespace {

TEST(DefaultStore, LiesInTheCacheOfTheEnvironmentOrOfTheHome) {
  EXPECT_EQ(default_store("/cache", "/home/a"), "/cache/ministencil/tuned.json");
  EXPECT_EQ(default_store(nullptr, "/home/a"), "/home/a/.cache/ministencil/tuned.json");
  EXPECT_EQ(default_store("", "/home/a"), "/home/a/.cache/ministencil/tuned.json");
  EXPECT_EQ(default_store("relative", "/home/a"), "/home/a/.cache/ministencil/tuned.json");
}

TEST(DefaultStore, IsNowhereWithoutEither) {
  EXPECT_EQ(default_store(nullptr, nullptr), std::nullopt);
  EXPECT_THROW(require_store(default_store("", "")), InputError);
}

}  // namespace
}  // namespace ministencil
