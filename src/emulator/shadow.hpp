// SPDX-License-Identifier: Apache-2.0
/// What an inspector remembers of memory: who touched each word last.
#pragma once

#include <cstdint>

namespace ministencil {

inline constexpr std::uintptr_t shadow_word_bytes = 4;

/// One thread's access to some bytes of a word.
struct Touch {
  std::uint32_t interval = 0;  // between barriers; 0: none yet
  std::uint32_t site = 0;
  std::uint32_t meetings = 0;  // of the thread's warp
  std::uint16_t thread = 0;
  std::uint8_t bytes = 0;  // a bit a byte of the word
};

/// With the last two threads that read, any that writes differs from one.
struct SharedWord {
  Touch write, read, other_read;
  std::uint32_t written_interval = 0;  // in whose block `written` holds
  std::uint8_t written = 0;            // bytes
};

struct OutputWord {
  Touch write;
  std::uint32_t block = 0;  // of the write; 0: none
};

struct OutputLine {
  static constexpr std::uintptr_t words = 32;
  OutputWord word[words];
};

}  // namespace ministencil
