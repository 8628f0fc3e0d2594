// SPDX-License-Identifier: Apache-2.0
/// The CUDA runtime with errors thrown and handles owned.
#pragma once

#include <cuda_runtime.h>

#include <string>

#include "core/error.hpp"

namespace ministencil {

/// Throws MachineError with CUDA's own words, what was attempted and `remedy`, unless it succeeded.
void check_cuda(cudaError_t status, const std::string& attempt, const std::string& remedy = "");

/// A stream of the current device.
class CudaStream {
 public:
  /// Work in an urgent stream is begun before work in others.
  enum class Priority { normal, urgent };
  explicit CudaStream(Priority priority);
  ~CudaStream() { cudaStreamDestroy(stream_); }
  CudaStream(const CudaStream&) = delete;
  CudaStream& operator=(const CudaStream&) = delete;
  cudaStream_t get() const { return stream_; }

 private:
  cudaStream_t stream_ = nullptr;
};

class CudaEvent {
 public:
  enum class Use { ordering, timing };
  explicit CudaEvent(Use use);
  ~CudaEvent() { cudaEventDestroy(event_); }
  CudaEvent(const CudaEvent&) = delete;
  CudaEvent& operator=(const CudaEvent&) = delete;
  cudaEvent_t get() const { return event_; }

 private:
  cudaEvent_t event_ = nullptr;
};

}  // namespace ministencil
