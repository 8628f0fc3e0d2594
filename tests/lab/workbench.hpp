// SPDX-License-Identifier: Apache-2.0
/// A kernel file of the tests, compiled, with the launch that it is meant for.
#pragma once

#include <string>

#include "kernel_file/compiled_kernel.hpp"
#include "lab/subject.hpp"

namespace ministencil {

/// A right kernel in tests/lab/plain, what it asks for in one launch on the published grid, and
/// the gate that 100 launches are held against.
struct PlainKernel {
  const char* name;
  int dimensions;
  BlockShape block;
  std::optional<Index> chunks;
  Index loads, stores;
  double gate;
  bool passes;
};

/// What counters of an H200 gave, where the kernel is one of those that were run there. The rolling
/// buffers load the rim of the rows or planes beside a chunk, too: of 2 · 15 rows 16 blocks · 2
/// values, of 2 · 3 planes 128 blocks · (2 · 16 values + 2 rows of 4 sectors).
inline constexpr Index square_stores = 2'105'340, cube_stores = 2'226'184;
inline const PlainKernel plain_kernels[] = {
    {"square_naive", 2, {32, 8}, {}, 11'521'540, square_stores, 740e6, false},
    {"square_row_staged", 2, {32, 8}, {}, 7'337'984, square_stores, 740e6, false},
    {"square_halo_tile", 2, {32, 8}, {}, 3'670'016, square_stores, 740e6, true},
    {"square_strip", 2, {256, 1}, 16, 6'421'504, square_stores, 530e6, false},
    {"square_rolled_strip", 2, {256, 1}, 16, 2'243'584, square_stores, 530e6, true},
    {"square_rolling_rows", 2, {256, 1}, 16, 2'243'584 + 30 * 32, square_stores, 530e6, true},
    {"cube_shared_plane", 3, {32, 16}, 4, 7'536'896, cube_stores, 660e6, false},
    {"cube_rotated", 3, {32, 16}, 4, 3'457'024, cube_stores, 660e6, true},
    {"cube_rolling_planes", 3, {32, 16}, 4, 3'457'024 + 6 * 128 * 40, cube_stores, 660e6, true}};

class Workbench {
 public:
  Workbench(const std::string& path, int dimensions, BlockShape block, std::optional<Index> chunks)
      : text_(read_kernel_text(path)),
        compiled_(choose_host_compiler("", program_folder()), text_, dimensions, {}),
        subject_{compiled_.kernel(), text_.form, dimensions, block, chunks} {}

  explicit Workbench(const PlainKernel& kernel)
      : Workbench(LAB_FOLDER "/plain/" + std::string(kernel.name) + ".cu", kernel.dimensions,
                  kernel.block, kernel.chunks) {}

  const KernelText& text() const { return text_; }
  const Subject& subject() const { return subject_; }

 private:
  KernelText text_;
  CompiledKernel compiled_;
  Subject subject_;
};

}  // namespace ministencil
