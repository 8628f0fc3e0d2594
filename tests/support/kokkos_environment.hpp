// SPDX-License-Identifier: Apache-2.0
/// Keeps Kokkos alive while tests run. One line in a test file:
/// `const auto* const kokkos = testing::AddGlobalTestEnvironment(new KokkosEnvironment);`
#pragma once

#include <gtest/gtest.h>

#include <optional>

#include "reference/session.hpp"

namespace ministencil::testing_support {

class KokkosEnvironment : public testing::Environment {
 public:
  void SetUp() override { session_.emplace(); }
  void TearDown() override { session_.reset(); }

 private:
  std::optional<KokkosSession> session_;
};

}  // namespace ministencil::testing_support
