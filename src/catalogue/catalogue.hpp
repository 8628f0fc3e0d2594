// SPDX-License-Identifier: Apache-2.0
/// The kernels that were in the folders kernels/2d and kernels/3d at configure time.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "catalogue/emulated_entry.hpp"
#include "stencil/description.hpp"
#include "stencil/launch.hpp"

namespace ministencil {

struct CudaEntry;

/// The same kernel file compiled for the host twice: to step, and to count.
struct Kernel {
  const char* name;  // the file's name
  KernelDescription description;
  EmulatedKernel plain, counting;
  /// Of a kernel file that was compiled while the program runs, its instances on the GPU
  /// (backend/device_kernel.hpp); null for those of the catalogue, which the backend finds itself.
  const CudaEntry* on_device = nullptr;
};

/// All kernels, those for 2D grids first, then by name.
std::span<const Kernel> kernel_catalogue();
/// Those for grids of 2 or of 3 dimensions.
std::span<const Kernel> kernel_catalogue(int dimensions);

/// Throws InputError with the nearest name and the list if no kernel for such grids is called
/// `name`.
const Kernel& find_kernel(std::string_view name, int dimensions = 3);

/// What a kernel takes, in words: "2, 4, 6, 8" and "float32, float64".
std::string orders_text(const KernelDescription& description);
std::string precisions_text(const KernelDescription& description);

/// "takes orders 2, 4 in float32, float64, not order 8 in float32"; empty where it does take it.
std::string what_is_taken(const KernelDescription& description, int order, Precision precision);

/// Why a kernel cannot step a field of that order and precision, and which kernels can.
std::string not_taken(const Kernel& kernel, int order, Precision precision);

/// The limit of devices or of the kernel that a block breaks, such as "a block has at most 1024
/// threads"; empty for a block that choose_launch() takes.
std::string block_limit(const Kernel& kernel, BlockShape block, int element_bytes, int radius);

/// Fills in the kernel's defaults for null arguments and checks the block against the limits of
/// CUDA devices (1024 threads, 64 along z, 48 KiB of dynamic shared memory) and against what
/// kernels cover (one thread along the axis that they walk; one for each layer of rim where they
/// load it so); throws InputError naming kernel.block or kernel.chunk, or kernel.name if the kernel
/// does not take the order or the precision.
KernelChoice choose_launch(const Kernel& kernel, const BlockShape* block, const Index* chunk,
                           int element_bytes, int order = 2);

}  // namespace ministencil
