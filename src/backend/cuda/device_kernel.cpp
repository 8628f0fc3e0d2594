// SPDX-License-Identifier: Apache-2.0
#include "backend/device_kernel.hpp"

#include "backend/cuda/entry.hpp"
#include "backend/cuda/runtime.hpp"

namespace ministencil {

namespace {

class Library {
 public:
  explicit Library(const DeviceCode& code) {
    check_cuda(cudaLibraryLoadData(&library_, code.binary.data(), nullptr, nullptr, 0, nullptr,
                                   nullptr, 0),
               "load kernel '" + code.kernel + "'");
  }
  ~Library() { cudaLibraryUnload(library_); }
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  /// The runtime launches such a handle as it does the address of a kernel of the program's own.
  const void* find(const std::string& symbol) const {
    cudaKernel_t kernel = nullptr;
    check_cuda(cudaLibraryGetKernel(&kernel, library_, symbol.c_str()), "find " + symbol);
    return kernel;
  }

 private:
  cudaLibrary_t library_ = nullptr;
};

}  // namespace

struct DeviceKernel::Loaded {
  std::string name;
  Library library;
  PlainNumbers plain;
  CudaEntry entry;

  explicit Loaded(const DeviceCode& code)
      : name(code.kernel),
        library(code),
        plain{code.numbers.value_or(std::vector<std::uint64_t>{})},
        entry{.name = name.c_str(), .dimensions = code.dimensions, .float32 = {}, .float64 = {}} {
    if (code.numbers) entry.plain = &plain;
    for (const DeviceInstances& instances : code.instances) {
      InstancesByRadius& of_precision =
          instances.precision == Precision::float32 ? entry.float32 : entry.float64;
      of_precision.of[instances.radius - 1] = {library.find(instances.isotropic),
                                               library.find(instances.anisotropic)};
    }
  }
};

DeviceKernel::DeviceKernel(const DeviceCode& code) : loaded_(std::make_unique<Loaded>(code)) {}
DeviceKernel::~DeviceKernel() = default;
const CudaEntry* DeviceKernel::entry() const { return &loaded_->entry; }

}  // namespace ministencil
