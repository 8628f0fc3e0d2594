// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "emulator/body.hpp"
#include "stencil/description.hpp"

namespace ministencil {

/// One kernel file compiled for the host: plain, or with every load and store reported.
struct EmulatedKernel {
  EmulatedBody<float> float32;
  EmulatedBody<double> float64;

  template <class T>
  EmulatedBody<T> body() const {
    if constexpr (sizeof(T) == 4) {
      return float32;
    } else {
      return float64;
    }
  }
};

struct EmulatedEntry {
  const char* name;  // the file's name
  KernelDescription description;
  EmulatedKernel kernel;
};

}  // namespace ministencil
