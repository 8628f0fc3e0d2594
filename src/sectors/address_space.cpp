// SPDX-License-Identifier: Apache-2.0
#include "sectors/address_space.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

#include "core/error.hpp"

namespace ministencil {

AddressSpace::AddressSpace(std::size_t bytes) : bytes_(std::max<std::size_t>(bytes, 1)) {
  data_ = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE,
               -1, 0);
  if (data_ == MAP_FAILED) {
    throw MachineError("counting sectors needs addresses for " + std::to_string(bytes_) +
                       " bytes a field: " + std::strerror(errno) +
                       "; raise the limit of virtual memory (ulimit -v, vm.overcommit_memory) or "
                       "count a smaller grid");
  }
  // A huge page would be cleared for every few values that a kernel touches.
  madvise(data_, bytes_, MADV_NOHUGEPAGE);
}

AddressSpace::~AddressSpace() { munmap(data_, bytes_); }

void AddressSpace::release() noexcept { madvise(data_, bytes_, MADV_DONTNEED); }

}  // namespace ministencil
