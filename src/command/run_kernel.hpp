// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <memory>
#include <string>

#include "backend/device_kernel.hpp"
#include "command/assembly.hpp"
#include "command/machine.hpp"
#include "kernel_file/compiled_kernel.hpp"
#include "kernel_file/user_code.hpp"

namespace ministencil {

/// The text of kernel.file, for grids of 2 or 3 dimensions. Throws InputError that begins with
/// kernel.file or kernel.file_hash if a run cannot use it, FileError if it cannot be read.
KernelText read_run_kernel(const KernelFile& file, int dimensions);

/// The kernel of a run: one of the catalogue, or kernel.file, which the first rank of every node
/// compiles for the ranks there. Keeps what it loaded. While it lives, a rank that the file's code
/// ends or breaks says so, with the line where that can be found out, and ends the job.
class RunKernel {
 public:
  /// `compiler` replaces the one that the program was built with, unless it is empty. Collective;
  /// throws AgreedError.
  RunKernel(MPI_Comm world, const Configuration& configuration, const std::string& compiler);

  /// Compiles kernel.file for this rank's GPU, too, where the run is on one. The kernel of used()
  /// is then run there. Collective; throws AgreedError.
  void prepare_device(MPI_Comm world, const Configuration& configuration, const Machine& machine);

  const UsedKernel& used() const { return used_; }

 private:
  void compile(MPI_Comm world, const Configuration& configuration, const std::string& compiler);

  std::string text_;  // of kernel.file, as the node's first rank has read it
  std::unique_ptr<LoadedKernel> loaded_;
  std::unique_ptr<UserCodeGuard> guard_;  // of a file
  std::unique_ptr<DeviceKernel> on_device_;
  Kernel kernel_{};  // what was loaded, described as this run launches it
  UsedKernel used_{};
};

}  // namespace ministencil
