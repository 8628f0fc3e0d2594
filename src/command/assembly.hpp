// SPDX-License-Identifier: Apache-2.0
/// What a rank derives from the resolved input before it allocates anything.
#pragma once

#include "catalogue/catalogue.hpp"
#include "configuration/configuration.hpp"
#include "decomposition/decomposition.hpp"
#include "field/layout.hpp"
#include "halo/plan.hpp"
#include "kernel_file/kernel_text.hpp"
#include "reference/space.hpp"
#include "sectors/count_task.hpp"

namespace ministencil {

/// A kernel and what it can be asked for: a plain one updates the whole of a packed cube.
struct UsedKernel {
  const Kernel* kernel;
  KernelForm form = KernelForm::variant;
};

/// The catalogue's kernel that kernel.name names. Throws InputError if there is none, or if the
/// input asks for a file instead.
UsedKernel catalogue_kernel(const Configuration& configuration);

struct Assembly {
  Configuration configuration;
  Decomposition decomposition;
  int rank;
  Box owned;  // global coordinates
  FieldLayout layout;
  LocalBlock block;
  HaloPlan halo;
  const Kernel* kernel;
  KernelChoice launch;
};

/// Throws InputError that names the variant form unless a plain kernel can step this input.
void require_plain(const Configuration& configuration, int ranks);

/// How the input launches the kernel. Throws InputError that names kernel.name, kernel.block or
/// kernel.chunk.
KernelChoice launch_of(const Configuration& configuration, const UsedKernel& used);

/// For rank `rank` of `ranks`. Throws InputError for a decomposition or kernel that cannot be.
Assembly assemble(const Configuration& configuration, const UsedKernel& used, int ranks, int rank);
/// With a kernel of the catalogue.
Assembly assemble(const Configuration& configuration, int ranks, int rank);

/// How the points are cut for the run's setting of halo.overlap.
Partition partition_of(const Assembly& assembly);

/// Bytes that a rank needs: where its fields live, for messages, and for the reference.
struct MemoryNeed {
  Index fields = 0;          // two, on the device where there is one
  Index reference = 0;       // two with halo all around; 0 without the check
  Index staging = 0;         // host: one buffer a message and direction
  Index device_staging = 0;  // the same beside fields on a device
  Index values = 0;          // host: copies of the owned points at a check or snapshot
  ReferenceSpace reference_space = ReferenceSpace::host;

  /// Beside the fields, in the memory of a GPU that has them.
  Index reference_on_device() const {
    return reference_space == ReferenceSpace::device ? reference : 0;
  }
  Index device() const { return fields + device_staging + reference_on_device(); }
  Index host_only() const { return staging + values + reference - reference_on_device(); }
};
MemoryNeed memory_need(const Assembly& assembly, BackendKind backend);

/// Where the reference of a solver on this backend lives.
ReferenceSpace reference_space_of(BackendKind backend);

/// One sweep of the kernel on this rank, for counting; the box is left open.
CountTask count_task_of(const Assembly& assembly);

}  // namespace ministencil
