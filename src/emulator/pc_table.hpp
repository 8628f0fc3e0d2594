// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace ministencil {

/// A value for each program counter seen so far; a kernel has some hundred at most.
/// Open addressing, since every access and basic block of a counted launch looks one up.
template <class Value>
class PcTable {
 public:
  /// The value of `pc`, made when first asked for. Valid until the next call with a new pc.
  Value& at(std::uintptr_t pc) noexcept {
    for (std::size_t slot = home(pc);; slot = (slot + 1) & (slots_.size() - 1)) {
      if (slots_[slot].pc == pc) return slots_[slot].value;
      if (slots_[slot].pc == 0) return add(slot, pc);
    }
  }

  template <class Function>
  void for_each(Function&& function) noexcept {
    for (Slot& slot : slots_) {
      if (slot.pc != 0) function(slot.value);
    }
  }

 private:
  struct Slot {
    std::uintptr_t pc = 0;
    Value value;
  };

  std::size_t home(std::uintptr_t pc) const noexcept {
    return (pc * 0x9E3779B97F4A7C15u >> 32) & (slots_.size() - 1);
  }

  Value& add(std::size_t slot, std::uintptr_t pc) noexcept {
    if (2 * ++used_ <= slots_.size()) {
      slots_[slot].pc = pc;
      return slots_[slot].value;
    }
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    used_ = 0;
    for (Slot& moved : old) {
      if (moved.pc != 0) at(moved.pc) = std::move(moved.value);
    }
    return at(pc);
  }

  std::vector<Slot> slots_ = std::vector<Slot>(256);
  std::size_t used_ = 0;
};

}  // namespace ministencil
