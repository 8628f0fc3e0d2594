// SPDX-License-Identifier: Apache-2.0
/// A field in a CUDA array, which only textures and surfaces reach.
#pragma once

#include <cuda_runtime.h>

#include "backend/cuda/texel_boxes.hpp"
#include "field/layout.hpp"

namespace ministencil {

class ArrayField {
 public:
  /// For the owned points and the halo of `layout`; one plane of a flat array in 2D. Filled with
  /// NaN on `stream`. Throws InputError if they are more texels along an axis than the device's
  /// textures have, MachineError if there is not enough memory.
  ArrayField(const FieldLayout& layout, int dimensions, cudaStream_t stream);
  ~ArrayField();
  ArrayField(const ArrayField&) = delete;
  ArrayField& operator=(const ArrayField&) = delete;

  /// The address that stands for the array's first byte: no memory lies behind it, on the host or
  /// on the device, so that who reads or writes there is stopped.
  float* name() const { return name_; }
  /// Whether `field` is name() of this array or lies in its layout.
  bool is_named(const float* field) const;

  cudaArray_t array() const { return array_; }
  TexelArray texels() const { return {surface_, is_flat_}; }
  /// What the kernel takes to read it, and to write it.
  ArrayArgument texture_argument() const { return {texture_, origin_}; }
  ArrayArgument surface_argument() const { return {surface_, origin_}; }
  /// The texel of a point in local coordinates.
  Point texel(const Index3& p) const;

 private:
  /// What has nothing to free; the destructor runs from here on, whatever fails.
  ArrayField(const FieldLayout& layout, int dimensions);

  std::size_t bytes_;  // of the address range
  bool is_flat_;
  Point origin_, extent_;
  float* name_ = nullptr;
  cudaArray_t array_ = nullptr;
  cudaTextureObject_t texture_ = 0;
  cudaSurfaceObject_t surface_ = 0;
};

}  // namespace ministencil
