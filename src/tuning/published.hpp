// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "probes/probes.hpp"

namespace ministencil {

/// What the texturing chapter that the probes come from printed for a chip: on 4096 × 4096 texels,
/// bytes of texels over time.
struct PublishedRate {
  Probe probe;
  const char* chip;
  int threads;         // of the best blocks
  const char* blocks;  // the best, in words; empty where it names none
  const char* rate;    // as printed
};

std::span<const PublishedRate> published_rates();

}  // namespace ministencil
