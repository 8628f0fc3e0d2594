// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "emulator/pc_table.hpp"

namespace ministencil {

/// Which iteration of the loops around it the running lane is in: the most visits to one basic
/// block since the lane began, or went on after a barrier or a meeting of its warp.
class LaneIterations {
 public:
  /// A lane starts or goes on; its iterations count from `base`.
  void begin_lane(std::uint32_t base) noexcept {
    ++lane_;
    base_ = iteration_ = base;
  }
  /// The running lane enters the basic block at `pc`.
  void visit(std::uintptr_t pc) noexcept {
    BasicBlock& block = blocks_.at(pc);
    if (block.lane != lane_) block = {.lane = lane_, .visits = base_};
    if (++block.visits > iteration_) iteration_ = block.visits;
  }

  std::uint64_t lane() const noexcept { return lane_; }
  std::uint32_t iteration() const noexcept { return iteration_; }

 private:
  struct BasicBlock {
    std::uint64_t lane = 0;  // that visited last
    std::uint32_t visits = 0;
  };

  std::uint64_t lane_ = 0;  // counts their returns from barriers, too
  std::uint32_t base_ = 0, iteration_ = 0;
  PcTable<BasicBlock> blocks_;
};

}  // namespace ministencil
