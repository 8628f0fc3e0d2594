// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/cuda_backend.hpp"

#include <cstring>
#include <deque>

#include "backend/cuda/box_copy.hpp"
#include "stencil/make_update.hpp"

namespace ministencil {

namespace {

const CudaEntry& find_entry(const Kernel& kernel) {
  if (kernel.on_device) return *kernel.on_device;
  for (const CudaEntry* entry : cuda_catalogue()) {
    if (std::strcmp(entry->name, kernel.name) == 0 &&
        entry->dimensions == kernel.description.dimensions) {
      return *entry;
    }
  }
  throw MachineError(std::string("kernel '") + kernel.name + "' was not compiled for CUDA");
}

/// What a launch hands to a kernel: a plain one knows neither regions nor updates.
class Arguments {
 public:
  /// `in` and `out` point at what the kernel takes as its fields.
  Arguments(const CudaEntry& entry, void* in, void* out, Region* region, void* update)
      : pointers_{in, out} {
    if (!entry.plain) {
      pointers_.insert(pointers_.end(), {region, update});
      return;
    }
    numbers_ = entry.plain->after_n;
    numbers_.insert(numbers_.begin(), static_cast<std::uint64_t>(region->last.x));
    for (std::uint64_t& number : numbers_) pointers_.push_back(&number);
  }
  void** get() { return pointers_.data(); }

 private:
  std::vector<std::uint64_t> numbers_;
  std::vector<void*> pointers_;
};

std::string current_device_name() {
  int device = 0;
  check_cuda(cudaGetDevice(&device), "find the current device");
  cudaDeviceProp properties{};
  check_cuda(cudaGetDeviceProperties(&properties, device), "read the device's properties");
  return properties.name;
}

std::string mebibytes(std::size_t bytes) { return std::to_string(bytes >> 20) + " MiB"; }

Index offset(const LocalBlock& block, const Index3& p) {
  return p.x + p.y * block.pitch + p.z * block.plane;
}

/// A box of a field and the same box packed, as the two ends of cudaMemcpy3D.
/// The runtime wants whole planes of `pitch` elements, so the plane is given as rows.
template <class T>
cudaPitchedPtr field_end(const T* first, const LocalBlock& block) {
  return make_cudaPitchedPtr(const_cast<T*>(first), block.pitch * sizeof(T),
                             block.pitch * sizeof(T), block.plane / block.pitch);
}
template <class T>
cudaPitchedPtr packed_end(const T* host, const Index3& extent) {
  return make_cudaPitchedPtr(const_cast<T*>(host), extent.x * sizeof(T), extent.x * sizeof(T),
                             extent.y);
}

template <class T>
cudaMemcpy3DParms copy_of_box(cudaPitchedPtr from, cudaPitchedPtr to, const Index3& extent,
                              cudaMemcpyKind kind) {
  cudaMemcpy3DParms parameters{};
  parameters.srcPtr = from;
  parameters.dstPtr = to;
  parameters.extent = make_cudaExtent(extent.x * sizeof(T), extent.y, extent.z);
  parameters.kind = kind;
  return parameters;
}

template <class T>
std::size_t bytes_of_box(const Box& box) {
  return static_cast<std::size_t>(box.points()) * sizeof(T);
}

Strides strides_of(const LocalBlock& block) { return {1, block.pitch, block.plane}; }
Strides packed_strides(const Index3& extent) { return {1, extent.x, extent.x * extent.y}; }

class CudaStopwatch : public Stopwatch {
 public:
  CudaStopwatch(int slots, cudaStream_t compute, cudaStream_t halo)
      : compute_(compute), halo_(halo) {
    for (int slot = 0; slot < slots; ++slot) events_.emplace_back(CudaEvent::Use::timing);
  }
  void mark(int slot, Queue queue) override {
    check_cuda(cudaEventRecord(events_[slot].get(), queue == Queue::compute ? compute_ : halo_),
               "record an event");
  }
  double seconds(int from, int to) override {
    check_cuda(cudaEventSynchronize(events_[to].get()), "complete the work given to the device");
    float milliseconds = 0;
    check_cuda(cudaEventElapsedTime(&milliseconds, events_[from].get(), events_[to].get()),
               "read the time between two events");
    return 1e-3 * static_cast<double>(milliseconds);
  }

 private:
  cudaStream_t compute_, halo_;
  std::deque<CudaEvent> events_;
};

}  // namespace

template <class T>
CudaBackend<T>::CudaBackend(const Kernel& kernel, const KernelChoice& choice)
    : entry_(find_entry(kernel)),
      choice_(choice),
      shared_bytes_(kernel.description.shared_bytes(choice.block, sizeof(T), choice.radius)),
      device_name_(current_device_name()) {
  const CudaInstances& instances = entry_.instances<T>(choice.radius);
  for (const void* instance : {instances.isotropic, instances.anisotropic}) {
    cudaFuncAttributes attributes{};
    check_cuda(cudaFuncGetAttributes(&attributes, instance), "load kernel '" + choice.name + "'",
               "build with CMAKE_CUDA_ARCHITECTURES for this GPU");
    if (choice.block.threads() <= attributes.maxThreadsPerBlock) continue;
    throw InputError("kernel.block of " + std::to_string(choice.block.threads()) + " threads: '" +
                     choice.name + "' can be launched with at most " +
                     std::to_string(attributes.maxThreadsPerBlock) +
                     " on this GPU, since a thread needs " + std::to_string(attributes.numRegs) +
                     " registers; choose a smaller block");
  }
}

template <class T>
Allocation<T> CudaBackend<T>::allocate(Index elements) {
  const std::size_t bytes = static_cast<std::size_t>(std::max<Index>(elements, 1)) * sizeof(T);
  T* memory = nullptr;
  check_cuda(cudaMalloc(&memory, bytes), "allocate " + mebibytes(bytes) + " of device memory",
             "use more GPUs or a smaller grid (--dry-run shows what a rank needs)");
  Allocation<T> array{memory, [](T* device) { cudaFree(device); }};
  // All bits set is a NaN in either precision.
  check_cuda(cudaMemsetAsync(memory, 0xff, bytes, compute_.get()), "fill device memory");
  check_cuda(cudaStreamSynchronize(compute_.get()), "fill device memory");
  return array;
}

template <class T>
Staging<T> CudaBackend<T>::allocate_staging(Index elements) {
  const std::size_t bytes = static_cast<std::size_t>(std::max<Index>(elements, 1)) * sizeof(T);
  T* memory = nullptr;
  check_cuda(cudaMallocHost(&memory, bytes), "pin " + mebibytes(bytes) + " of host memory",
             "raise the locked-memory limit (ulimit -l) or use a smaller grid");
  Allocation<T> host{memory, [](T* pinned) { cudaFreeHost(pinned); }};
  std::memset(memory, 0xff, bytes);
  return {std::move(host), allocate(elements)};
}

template <class T>
void CudaBackend<T>::sweep(Queue queue, const Sweep<T>& sweep) {
  const T* in = sweep.in;
  T* out = sweep.out;
  launch(queue, sweep, &in, &out);
}

template <class T>
void CudaBackend<T>::launch(Queue queue, const Sweep<T>& sweep, void* in, void* out) {
  const Coefficients<T>& c = sweep.coefficients;
  // A kernel of a smaller radius takes the first part of either.
  auto isotropic = isotropic_update<largest_radius>(c);
  auto anisotropic = anisotropic_update<largest_radius>(c);
  const CudaInstances& instances = entry_.instances<T>(choice_.radius);
  void* update = c.isotropic() ? static_cast<void*>(&isotropic) : &anisotropic;
  const void* instance = c.isotropic() ? instances.isotropic : instances.anisotropic;
  for (Launch launch : launches_of(sweep, choice_)) {
    Arguments arguments(entry_, in, out, &launch.region, update);
    const dim3 grid(static_cast<unsigned>(launch.grid.x), static_cast<unsigned>(launch.grid.y),
                    static_cast<unsigned>(launch.grid.z));
    const dim3 block(launch.block.x, launch.block.y, launch.block.z);
    check_cuda(
        cudaLaunchKernel(instance, grid, block, arguments.get(), shared_bytes_, stream(queue)),
        "launch kernel '" + choice_.name + "'", "choose a smaller kernel.block");
  }
}

template <class T>
void CudaBackend<T>::pack(Queue queue, const T* field, const LocalBlock& block, const Box& box,
                          T* host) {
  if (box.empty()) return;
  const Index3 extent = box.extent();
  const auto parameters = copy_of_box<T>(field_end(field + offset(block, box.first), block),
                                         packed_end(host, extent), extent, cudaMemcpyDeviceToHost);
  check_cuda(cudaMemcpy3DAsync(&parameters, stream(queue)), "copy a field to the host");
}

template <class T>
void CudaBackend<T>::unpack(Queue queue, T* field, const LocalBlock& block, const Box& box,
                            const T* host) {
  if (box.empty()) return;
  const Index3 extent = box.extent();
  const auto parameters =
      copy_of_box<T>(packed_end(host, extent), field_end(field + offset(block, box.first), block),
                     extent, cudaMemcpyHostToDevice);
  check_cuda(cudaMemcpy3DAsync(&parameters, stream(queue)), "copy a field to the device");
}

template <class T>
void CudaBackend<T>::pack_message(Queue queue, const T* field, const LocalBlock& block,
                                  const Box& box, const Staging<T>& message) {
  if (box.empty()) return;
  const Index3 extent = box.extent();
  T* const packed = message.device.get();
  check_cuda(copy_strided(field + offset(block, box.first), strides_of(block), packed,
                          packed_strides(extent), extent.x, extent.y, extent.z, stream(queue)),
             "pack a face");
  check_cuda(cudaMemcpyAsync(message.host.get(), packed, bytes_of_box<T>(box),
                             cudaMemcpyDeviceToHost, stream(queue)),
             "copy a face to the host");
}

template <class T>
void CudaBackend<T>::unpack_message(Queue queue, T* field, const LocalBlock& block, const Box& box,
                                    const Staging<T>& message) {
  if (box.empty()) return;
  const Index3 extent = box.extent();
  T* const packed = message.device.get();
  check_cuda(cudaMemcpyAsync(packed, message.host.get(), bytes_of_box<T>(box),
                             cudaMemcpyHostToDevice, stream(queue)),
             "copy a face to the device");
  check_cuda(copy_strided(static_cast<const T*>(packed), packed_strides(extent),
                          field + offset(block, box.first), strides_of(block), extent.x, extent.y,
                          extent.z, stream(queue)),
             "unpack a face");
}

template <class T>
void CudaBackend<T>::copy_box(Queue queue, T* field, const LocalBlock& block, const Box& from,
                              const Box& to, std::optional<int> mirrored) {
  if (from.empty()) return;
  Index3 start = from.first;
  Strides strides = strides_of(block);
  if (mirrored) {
    start[*mirrored] = from.last[*mirrored] - 1;
    (*mirrored == 0 ? strides.x : *mirrored == 1 ? strides.y : strides.z) *= -1;
  }
  const Index3 extent = from.extent();
  check_cuda(copy_strided(field + offset(block, start), strides, field + offset(block, to.first),
                          strides_of(block), extent.x, extent.y, extent.z, stream(queue)),
             "fill a halo");
}

template <class T>
void CudaBackend<T>::reflect_box(Queue queue, T* field, const LocalBlock& block, const Box& from,
                                 const Box& to, int axis) {
  if (from.empty()) return;
  Index3 start = from.first, face = to.first;
  start[axis] = from.last[axis] - 1;
  face[axis] = face_between(from, to, axis);
  const auto backwards = [&](Index step) { return -step; };
  const auto standing = [](Index) { return Index{0}; };
  const auto along_axis = [&](auto&& change) {
    Strides strides = strides_of(block);
    Index& stride = axis == 0 ? strides.x : axis == 1 ? strides.y : strides.z;
    stride = change(stride);
    return strides;
  };
  const Index3 extent = from.extent();
  check_cuda(reflect_strided(field + offset(block, start), along_axis(backwards),
                             field + offset(block, face), along_axis(standing),
                             field + offset(block, to.first), strides_of(block), extent.x, extent.y,
                             extent.z, stream(queue)),
             "fill a halo");
}

template <class T>
void CudaBackend<T>::copy(Queue queue, const T* from, T* to, Index elements) {
  check_cuda(cudaMemcpyAsync(to, from, static_cast<std::size_t>(elements) * sizeof(T),
                             cudaMemcpyDeviceToDevice, stream(queue)),
             "copy a field on the device");
}

template <class T>
void CudaBackend<T>::order(Queue before, Queue after) {
  check_cuda(cudaEventRecord(reached_.get(), stream(before)), "record an event");
  check_cuda(cudaStreamWaitEvent(stream(after), reached_.get()), "order two streams");
}

template <class T>
void CudaBackend<T>::wait(Queue queue) {
  check_cuda(cudaStreamSynchronize(stream(queue)), "complete the work given to the device",
             "run under compute-sanitizer to find the faulty access");
}

template <class T>
std::unique_ptr<Stopwatch> CudaBackend<T>::make_stopwatch(int slots) {
  return std::make_unique<CudaStopwatch>(slots, compute_.get(), halo_.get());
}

template <class T>
std::optional<KernelResources> CudaBackend<T>::resources() const {
  const void* const kernel = entry_.instances<T>(choice_.radius).isotropic;
  const int threads = choice_.block.threads();
  cudaFuncAttributes attributes{};
  int device = 0, blocks = 0, most_threads = 0;
  check_cuda(cudaFuncGetAttributes(&attributes, kernel), "read what the kernel needs");
  check_cuda(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, shared_bytes_),
             "ask how many blocks fit");
  check_cuda(cudaGetDevice(&device), "find the current device");
  check_cuda(cudaDeviceGetAttribute(&most_threads, cudaDevAttrMaxThreadsPerMultiProcessor, device),
             "read the device's limits");
  const Index warp = 32, warps = ceil_div(threads, warp) * blocks;
  return KernelResources{
      .registers = attributes.numRegs,
      .shared_bytes = static_cast<Index>(attributes.sharedSizeBytes + shared_bytes_),
      .spilled_bytes = static_cast<Index>(attributes.localSizeBytes),
      .occupancy = static_cast<double>(warps * warp) / most_threads};
}

template <class T>
Index CudaBackend<T>::cache_bytes() const {
  int device = 0, bytes = 0;
  check_cuda(cudaGetDevice(&device), "find the current device");
  check_cuda(cudaDeviceGetAttribute(&bytes, cudaDevAttrL2CacheSize, device),
             "read the size of the L2 cache");
  return bytes;
}

template class CudaBackend<float>;
template class CudaBackend<double>;

}  // namespace ministencil
