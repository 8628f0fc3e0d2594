// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tuning/block_sweep.hpp"

namespace ministencil {

inline Trial timed(BlockShape block, double median) {
  Trial trial;
  trial.launch.block = block;
  trial.launch.chunk = 8;
  trial.seconds = Measured<Statistics>::of({median / 2, median, 2 * median, 15});
  trial.bytes_per_second = Measured<double>::of(1e9 / median);
  return trial;
}

inline Trial counted(BlockShape block, Index sectors) {
  Trial trial;
  trial.launch.block = block;
  trial.launch.chunk = 8;
  trial.seconds = Measured<Statistics>::none("times of the emulator mean nothing");
  trial.sectors = Measured<Index>::of(sectors);
  trial.hash = 0xfeed;
  return trial;
}

inline Trial impossible(BlockShape block, const std::string& limit) {
  Trial trial;
  trial.launch.block = block;
  trial.launch.limit = limit;
  return trial;
}

}  // namespace ministencil
