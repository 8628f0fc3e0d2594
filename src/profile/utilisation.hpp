// SPDX-License-Identifier: Apache-2.0
/// How busy the parts of a GPU are while a kernel runs, and what its threads wait for.
#pragma once

#include <array>
#include <functional>
#include <string>

namespace ministencil {

/// What keeps a warp from issuing its next instruction.
enum class Stall {
  memory,         // a value from global memory or L2 ("long scoreboard")
  shared_memory,  // a value from shared memory ("short scoreboard")
  barrier,        // other warps of its block, at __syncthreads()
  memory_queue,   // room in the queue of global, local or shared accesses (LG, MIO throttle)
  arithmetic,     // a busy arithmetic unit (math pipe throttle)
  fixed_latency,  // the instruction before, whose latency is fixed ("wait")
  other_warps,    // ready, but another warp was chosen ("not selected")
  instructions,   // the next instruction to be fetched ("no instruction")
};
inline constexpr int stalls = 8;

/// "memory", "shared memory", "barriers", …
std::string name_of(Stall stall);

/// Shares are of what the chip could sustain, from 0 to 1.
struct Utilisation {
  double dram = 0, l2 = 0;               // traffic
  double l1 = 0;                         // L1, texture and shared memory: the busiest of its stages
  double issue = 0;                      // cycles in which an instruction is issued
  double occupancy = 0;                  // resident warps
  std::array<double, stalls> stalled{};  // share of all stalled warps, by Stall
};

/// Of the work that `work` starts on the current device and waits for; it runs several times.
/// Throws CountersUnavailable.
Utilisation measure_utilisation(const std::function<void()>& work);

}  // namespace ministencil
