// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "tuning/block_sweep.hpp"

namespace ministencil {

/// For people: the best few launches and the default's place, what cannot be launched and why, and
/// beside a probe what was published for it.
std::string tuning_text(const Tuning& tuning);

}  // namespace ministencil
