// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "backend/cuda/array_field.hpp"
#include "backend/cuda/cuda_backend.hpp"

namespace ministencil {

/// For kernels with textures: fields in CUDA arrays of the current device. A pointer to a field is
/// a name for its array, by which this backend knows it.
class ArrayBackend : public CudaBackend<float> {
 public:
  /// Throws as CudaBackend.
  ArrayBackend(const Kernel& kernel, const KernelChoice& choice);

  Allocation<float> allocate_field(const FieldLayout& layout) override;
  void sweep(Queue queue, const Sweep<float>& sweep) override;
  void pack(Queue queue, const float* field, const LocalBlock& block, const Box& box,
            float* host) override;
  void unpack(Queue queue, float* field, const LocalBlock& block, const Box& box,
              const float* host) override;
  void pack_message(Queue queue, const float* field, const LocalBlock& block, const Box& box,
                    const Staging<float>& message) override;
  void unpack_message(Queue queue, float* field, const LocalBlock& block, const Box& box,
                      const Staging<float>& message) override;
  void copy_box(Queue queue, float* field, const LocalBlock& block, const Box& from, const Box& to,
                std::optional<int> mirrored) override;
  void reflect_box(Queue queue, float* field, const LocalBlock& block, const Box& from,
                   const Box& to, int axis) override;
  /// Of as many elements in linear memory, piece by piece: the same yardstick as for any kernel.
  void copy(Queue queue, const float* from, float* to, Index elements) override;

 private:
  const ArrayField& array_of(const float* field) const;

  int dimensions_;
  std::vector<std::unique_ptr<ArrayField>> fields_;
  std::vector<Allocation<float>> yardstick_;  // from and to
};

}  // namespace ministencil
