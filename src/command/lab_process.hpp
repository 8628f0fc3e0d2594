// SPDX-License-Identifier: Apache-2.0
/// The GPU's part of the laboratory, in a process of its own: an access out of bounds there spoils
/// the process for every later launch, and an endless kernel ends only with it. CUDA is used in
/// that process alone: it does not work in a copy of one that used it, and the laboratory is such a
/// copy.
#pragma once

#include <filesystem>
#include <string>

#include "command/options.hpp"
#include "kernel_file/compiled_kernel.hpp"
#include "lab/subject.hpp"
#include "lab/verification.hpp"

namespace ministencil {

/// What the process found out, as parts of the laboratory's report.
struct LabGpuPart {
  std::string reason;      // why nothing was measured; empty if it was
  std::string text, json;  // of everything up to where the kernel ended the process, if it did
  std::string verdict;     // what is wrong; empty if nothing is

  bool passed() const { return verdict.empty(); }
};

/// What is needed to do everything again on a GPU.
struct LabGpuTask {
  const LabOptions& options;
  const KernelText& kernel;
  const CompiledKernel& compiled;
  const Subject& subject;
  std::filesystem::path headers;  // of the project
  Index profile_points;
  SectorCounts emulated;  // of one launch on the counted grid
};

/// Why nothing can be measured on a GPU; empty where it can. Throws MachineError if `backend` is
/// cuda and there is no GPU.
std::string why_not_on_gpu(BackendKind backend);

/// Does it in a process that this one starts; there is a GPU. Throws InputError if the file does
/// not compile for the GPU; MachineError if a GPU was asked for and it or its compiler cannot be
/// used.
LabGpuPart lab_on_gpu(const LabGpuTask& task);

/// The first argument of the program that makes it that process; the second is a folder of its
/// own, or empty: then it looks for GPUs only and returns 0 if there is one. Nobody else calls it
/// so. It has to come before MPI_Init, which would take the process for
/// the rank that started it.
inline constexpr const char* lab_process_word = "lab-on-gpu";
int lab_process_main(const std::filesystem::path& folder);

}  // namespace ministencil
