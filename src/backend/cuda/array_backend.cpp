// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/array_backend.hpp"

#include <algorithm>

namespace ministencil {

namespace {

Point extent_of(const Box& box) {
  const Index3 extent = box.extent();
  return {static_cast<int>(extent.x), static_cast<int>(extent.y), static_cast<int>(extent.z)};
}

Point one_each_but(int axis, int step) {
  return {axis == 0 ? step : 1, axis == 1 ? step : 1, axis == 2 ? step : 1};
}

cudaPos position_of(const Point& texel) {
  return make_cudaPos(static_cast<std::size_t>(texel.x), static_cast<std::size_t>(texel.y),
                      static_cast<std::size_t>(texel.z));
}

/// Of texels, as the runtime counts where an array takes part.
cudaExtent copied_extent(const Point& extent) {
  return make_cudaExtent(static_cast<std::size_t>(extent.x), static_cast<std::size_t>(extent.y),
                         static_cast<std::size_t>(extent.z));
}

cudaPitchedPtr packed_end(const float* host, const Point& extent) {
  const auto columns = static_cast<std::size_t>(extent.x);
  return make_cudaPitchedPtr(const_cast<float*>(host), columns * sizeof(float), columns,
                             static_cast<std::size_t>(extent.y));
}

std::size_t bytes_of(const Box& box) {
  return static_cast<std::size_t>(box.points()) * sizeof(float);
}

}  // namespace

ArrayBackend::ArrayBackend(const Kernel& kernel, const KernelChoice& choice)
    : CudaBackend(kernel, choice), dimensions_(kernel.description.dimensions) {}

const ArrayField& ArrayBackend::array_of(const float* field) const {
  const auto found = std::find_if(fields_.begin(), fields_.end(),
                                  [&](const auto& array) { return array->is_named(field); });
  if (found != fields_.end()) return **found;
  throw MachineError("a kernel with textures was given a field that lies in no CUDA array");
}

Allocation<float> ArrayBackend::allocate_field(const FieldLayout& layout) {
  fields_.push_back(std::make_unique<ArrayField>(layout, dimensions_, stream(Queue::compute)));
  return {fields_.back()->name(), [this](const float* name) {
            std::erase_if(fields_, [&](const auto& array) { return array->name() == name; });
          }};
}

void ArrayBackend::sweep(Queue queue, const Sweep<float>& sweep) {
  ArrayArgument in = array_of(sweep.in).texture_argument();
  ArrayArgument out = array_of(sweep.out).surface_argument();
  launch(queue, sweep, &in, &out);
}

void ArrayBackend::pack(Queue queue, const float* field, const LocalBlock&, const Box& box,
                        float* host) {
  if (box.empty()) return;
  const ArrayField& array = array_of(field);
  cudaMemcpy3DParms parameters{};
  parameters.srcArray = array.array();
  parameters.srcPos = position_of(array.texel(box.first));
  parameters.dstPtr = packed_end(host, extent_of(box));
  parameters.extent = copied_extent(extent_of(box));
  parameters.kind = cudaMemcpyDeviceToHost;
  check_cuda(cudaMemcpy3DAsync(&parameters, stream(queue)), "copy a field to the host");
}

void ArrayBackend::unpack(Queue queue, float* field, const LocalBlock&, const Box& box,
                          const float* host) {
  if (box.empty()) return;
  const ArrayField& array = array_of(field);
  cudaMemcpy3DParms parameters{};
  parameters.srcPtr = packed_end(host, extent_of(box));
  parameters.dstArray = array.array();
  parameters.dstPos = position_of(array.texel(box.first));
  parameters.extent = copied_extent(extent_of(box));
  parameters.kind = cudaMemcpyHostToDevice;
  check_cuda(cudaMemcpy3DAsync(&parameters, stream(queue)), "copy a field to the device");
}

void ArrayBackend::pack_message(Queue queue, const float* field, const LocalBlock&, const Box& box,
                                const Staging<float>& message) {
  if (box.empty()) return;
  const ArrayField& array = array_of(field);
  check_cuda(pack_texels(array.texels(), array.texel(box.first), extent_of(box),
                         message.device.get(), stream(queue)),
             "pack a face");
  check_cuda(cudaMemcpyAsync(message.host.get(), message.device.get(), bytes_of(box),
                             cudaMemcpyDeviceToHost, stream(queue)),
             "copy a face to the host");
}

void ArrayBackend::unpack_message(Queue queue, float* field, const LocalBlock&, const Box& box,
                                  const Staging<float>& message) {
  if (box.empty()) return;
  const ArrayField& array = array_of(field);
  check_cuda(cudaMemcpyAsync(message.device.get(), message.host.get(), bytes_of(box),
                             cudaMemcpyHostToDevice, stream(queue)),
             "copy a face to the device");
  check_cuda(unpack_texels(message.device.get(), array.texels(), array.texel(box.first),
                           extent_of(box), stream(queue)),
             "unpack a face");
}

void ArrayBackend::copy_box(Queue queue, float* field, const LocalBlock&, const Box& from,
                            const Box& to, std::optional<int> mirrored) {
  if (from.empty()) return;
  const ArrayField& array = array_of(field);
  Index3 start = from.first;
  if (mirrored) start[*mirrored] = from.last[*mirrored] - 1;
  const Point step = mirrored ? one_each_but(*mirrored, -1) : Point{1, 1, 1};
  check_cuda(copy_texels(array.texels(), array.texel(start), step, array.texel(to.first),
                         extent_of(from), stream(queue)),
             "fill a halo");
}

void ArrayBackend::reflect_box(Queue queue, float* field, const LocalBlock&, const Box& from,
                               const Box& to, int axis) {
  if (from.empty()) return;
  const ArrayField& array = array_of(field);
  Index3 start = from.first, face = to.first;
  start[axis] = from.last[axis] - 1;
  face[axis] = face_between(from, to, axis);
  check_cuda(
      reflect_texels(array.texels(), array.texel(start), one_each_but(axis, -1), array.texel(face),
                     one_each_but(axis, 0), array.texel(to.first), extent_of(from), stream(queue)),
      "fill a halo");
}

void ArrayBackend::copy(Queue queue, const float*, float*, Index elements) {
  const Index piece = std::min(elements, most_copied_at_once);
  while (yardstick_.size() < 2) yardstick_.push_back(allocate(piece));
  for (Index done = 0; done < elements; done += piece) {
    CudaBackend::copy(queue, yardstick_[0].get(), yardstick_[1].get(),
                      std::min(piece, elements - done));
  }
}

}  // namespace ministencil
