// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>

#include "backend/backend.hpp"
#include "backend/cuda/entry.hpp"
#include "backend/cuda/runtime.hpp"
#include "catalogue/catalogue.hpp"

namespace ministencil {

/// Fields in the memory of the current CUDA device. Sweeps run on one stream; packing, unpacking
/// and ordering on a second one, which is urgent, so that messages leave while the interior is
/// swept. Messages are packed on the device and moved by its copy engines, which work while kernels
/// of this or another process do. Nothing waits for the device but wait(), and pack() and unpack()
/// of pageable memory.
template <class T>
class CudaBackend : public Backend<T> {
 public:
  /// Throws MachineError if the kernel cannot be launched on this device as chosen.
  CudaBackend(const Kernel& kernel, const KernelChoice& choice);

  std::string name() const override { return "cuda (" + device_name_ + ")"; }
  bool asynchronous() const override { return true; }
  Allocation<T> allocate(Index elements) override;
  Staging<T> allocate_staging(Index elements) override;
  void sweep(Queue queue, const Sweep<T>& sweep) override;
  void pack(Queue queue, const T* field, const LocalBlock& block, const Box& box, T* host) override;
  void unpack(Queue queue, T* field, const LocalBlock& block, const Box& box,
              const T* host) override;
  void pack_message(Queue queue, const T* field, const LocalBlock& block, const Box& box,
                    const Staging<T>& message) override;
  void unpack_message(Queue queue, T* field, const LocalBlock& block, const Box& box,
                      const Staging<T>& message) override;
  void copy_box(Queue queue, T* field, const LocalBlock& block, const Box& from, const Box& to,
                std::optional<int> mirrored) override;
  void reflect_box(Queue queue, T* field, const LocalBlock& block, const Box& from, const Box& to,
                   int axis) override;
  void copy(Queue queue, const T* from, T* to, Index elements) override;
  void order(Queue before, Queue after) override;
  void wait(Queue queue) override;
  std::unique_ptr<Stopwatch> make_stopwatch(int slots) override;
  std::optional<KernelResources> resources() const override;
  Index cache_bytes() const override;

 protected:
  /// Launches the kernel for a sweep with these as its first two arguments.
  void launch(Queue queue, const Sweep<T>& sweep, void* in, void* out);
  cudaStream_t stream(Queue queue) const {
    return queue == Queue::compute ? compute_.get() : halo_.get();
  }

 private:
  const CudaEntry& entry_;
  KernelChoice choice_;
  std::size_t shared_bytes_;
  std::string device_name_;
  CudaStream compute_{CudaStream::Priority::normal}, halo_{CudaStream::Priority::urgent};
  CudaEvent reached_{CudaEvent::Use::ordering};
};

}  // namespace ministencil
