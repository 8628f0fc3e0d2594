// SPDX-License-Identifier: Apache-2.0
#include "backend/make_backend.hpp"

#include "backend/emulator_backend.hpp"
#include "backend/kokkos_backend.hpp"
#include "core/error.hpp"
#ifdef MINISTENCIL_HAS_CUDA
#include "backend/cuda/array_backend.hpp"
#include "backend/cuda/cuda_backend.hpp"
#endif

namespace ministencil {

namespace {

/// The emulator makes some 10 to 50 million updates a second: beyond this a step takes too long.
constexpr Index most_points_to_emulate = 128 * 128 * 128;

BackendChoice choose_without_gpu(Index points) {
  const std::string without_gpu = "no GPU found, and " + std::to_string(points) + " points are ";
  if (points <= most_points_to_emulate) {
    return {BackendKind::emulator, without_gpu + "few enough for the emulator"};
  }
  return {BackendKind::kokkos, without_gpu + "too many for the emulator"};
}

}  // namespace

BackendChoice choose_backend(BackendKind requested, Index points, int devices) {
  switch (requested) {
    case BackendKind::emulator:
    case BackendKind::kokkos:
      return {requested, "as asked for"};
    case BackendKind::cuda:
      if (devices > 0) return {requested, "as asked for"};
      throw MachineError(
#ifdef MINISTENCIL_HAS_CUDA
          "backend: cuda: no GPU is visible; check nvidia-smi and CUDA_VISIBLE_DEVICES"
#else
          "backend: cuda: this build has no CUDA; configure the preset 'cuda'"
#endif
          ", or use backend: auto");
    case BackendKind::automatic:
      break;
  }
  if (devices > 0) return {BackendKind::cuda, "a GPU is there"};
  return choose_without_gpu(points);
}

#ifdef MINISTENCIL_HAS_CUDA
template <class T>
std::unique_ptr<Backend<T>> make_cuda_backend(const Kernel& kernel, const KernelChoice& choice) {
  if (!kernel.description.textures) return std::make_unique<CudaBackend<T>>(kernel, choice);
  if constexpr (sizeof(T) == 4) {
    return std::make_unique<ArrayBackend>(kernel, choice);
  } else {
    throw InputError(std::string("kernel '") + kernel.name +
                     "' reads through textures, which hold no float64; use float32");
  }
}
#endif

template <class T>
std::unique_ptr<Backend<T>> make_backend(BackendKind kind, const Kernel& kernel,
                                         const KernelChoice& choice) {
#ifdef MINISTENCIL_HAS_CUDA
  if (kind == BackendKind::cuda) return make_cuda_backend<T>(kernel, choice);
#endif
  if (kind == BackendKind::emulator) return std::make_unique<EmulatorBackend<T>>(kernel, choice);
  if (kind == BackendKind::kokkos) return std::make_unique<KokkosBackend<T>>();
  throw MachineError("backend: this build cannot make the backend that was chosen");
}

template std::unique_ptr<Backend<float>> make_backend(BackendKind, const Kernel&,
                                                      const KernelChoice&);
template std::unique_ptr<Backend<double>> make_backend(BackendKind, const Kernel&,
                                                       const KernelChoice&);

}  // namespace ministencil
