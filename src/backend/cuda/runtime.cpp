// SPDX-License-Identifier: Apache-2.0
#include "backend/cuda/runtime.hpp"

namespace ministencil {

void check_cuda(cudaError_t status, const std::string& attempt, const std::string& remedy) {
  if (status == cudaSuccess) return;
  cudaGetLastError();  // so that a later check does not report this one again
  throw MachineError("CUDA cannot " + attempt + ": " + cudaGetErrorString(status) + " (" +
                     cudaGetErrorName(status) + ")" + (remedy.empty() ? "" : "; " + remedy));
}

CudaStream::CudaStream(Priority priority) {
  int least = 0, greatest = 0;
  check_cuda(cudaDeviceGetStreamPriorityRange(&least, &greatest), "read stream priorities");
  check_cuda(cudaStreamCreateWithPriority(&stream_, cudaStreamNonBlocking,
                                          priority == Priority::urgent ? greatest : least),
             "create a stream");
}

CudaEvent::CudaEvent(Use use) {
  check_cuda(cudaEventCreateWithFlags(
                 &event_, use == Use::timing ? cudaEventDefault : cudaEventDisableTiming),
             "create an event");
}

}  // namespace ministencil
