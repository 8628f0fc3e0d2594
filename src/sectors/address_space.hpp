// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>

namespace ministencil {

/// Addresses for a field that is counted but not held: pages come into being, as zeros, when they
/// are touched. Aligned to pages, so to everything that the application's allocations are.
class AddressSpace {
 public:
  /// Throws MachineError if the system refuses that many addresses.
  explicit AddressSpace(std::size_t bytes);
  AddressSpace(const AddressSpace&) = delete;
  AddressSpace& operator=(const AddressSpace&) = delete;
  ~AddressSpace();

  void* data() const { return data_; }
  std::size_t bytes() const { return bytes_; }
  /// Gives the touched pages back to the system.
  void release() noexcept;

 private:
  void* data_;
  std::size_t bytes_;
};

}  // namespace ministencil
